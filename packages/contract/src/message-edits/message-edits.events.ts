// Messages that were edited or moved.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { ChannelId, MessageId, Timestamp, UserId } from '../kit/values.ts';

export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export const PropagateMode = z.enum(PROPAGATE_MODES);
export type PropagateMode = z.output<typeof PropagateMode>;

/** What a topic's name begins with once it is marked as resolved. */
export const RESOLVED_TOPIC_PREFIX = '✔ ';

/** The links that a topic's name contains, for clients to offer beside it. */
export const TopicLinks = z.array(z.object({ text: z.string(), url: z.string() }));

/** The content fields come with an edit of the content, those of topic and channel with a move; never both. */
export const updateMessage = event({
  type: 'update_message',
  fields: z.object({
    /** Who did it; null for the server itself. */
    user_id: UserId.nullable(),
    /** The content means what it meant, and only looks different. */
    rendering_only: z.boolean(),
    message_id: MessageId,
    /** Ascending; the one message of an edit, or all that were moved. */
    message_ids: z.array(MessageId),
    /** The receiver's own, of `message_id`. */
    flags: z.array(z.string()),
    edit_timestamp: Timestamp,
    /** Of messages in channels: where they were before. */
    stream_name: z.string().optional(),
    stream_id: ChannelId.optional(),
    orig_content: z.string().optional(),
    orig_rendered_content: z.string().optional(),
    content: z.string().optional(),
    rendered_content: z.string().optional(),
    is_me_message: z.boolean().optional(),
    propagate_mode: PropagateMode.optional(),
    /** The topic before the move, as the message of `message_id` wrote it. */
    orig_subject: z.string().optional(),
    /** Only if the topic changed. */
    subject: z.string().optional(),
    topic_links: TopicLinks.optional(),
    /** Only if the channel changed. */
    new_stream_id: ChannelId.optional(),
  }),
  summary: 'The content of a message, or the topic or channel of messages, has changed.',
});
