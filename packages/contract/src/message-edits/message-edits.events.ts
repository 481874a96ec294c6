// Events of edited and moved messages.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId, MessageId, Timestamp, UserId } from '../kit/values.ts';

export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export const PropagateMode = z.enum(PROPAGATE_MODES);
export type PropagateMode = z.output<typeof PropagateMode>;

/** The links in a topic's name, which clients show next to it. */
export const TopicLinks = z.array(z.object({ text: z.string(), url: z.string() }));

/** Content fields are present for an edit of content, topic and channel fields for a move, both for a change of both. */
export const updateMessage = event({
  type: 'update_message',
  fields: () =>
    z.object({
      /** The account that made the change; null for the server itself. */
      user_id: UserId.nullable(),
      /** True if only the rendering changed. */
      rendering_only: z.boolean(),
      message_id: MessageId,
      /** Ascending: the edited message, or all moved messages; content fields are of `message_id` alone. */
      message_ids: z.array(MessageId),
      /** The receiver's own flags on `message_id`. */
      flags: z.array(z.string()),
      edit_timestamp: Timestamp,
      /** For channel messages: the channel before the move. */
      stream_name: z.string().optional(),
      stream_id: ChannelId.optional(),
      orig_content: z.string().optional(),
      orig_rendered_content: z.string().optional(),
      content: z.string().optional(),
      rendered_content: z.string().optional(),
      is_me_message: z.boolean().optional(),
      propagate_mode: PropagateMode.optional(),
      /** The topic before the move, spelled as in `message_id`. */
      orig_subject: z.string().optional(),
      /** Present only if the topic changed. */
      subject: z.string().optional(),
      topic_links: TopicLinks.optional(),
      /** Present only if the channel changed. */
      new_stream_id: ChannelId.optional(),
    }),
  summary: 'The content of a message, or the topic or channel of messages, has changed.',
});
