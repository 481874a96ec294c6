// A message as a reader receives it. Spec 2.6.
import { z } from 'zod';
import { ChannelId, MessageId, RecipientId, Timestamp, UserId } from '../kit/values.ts';

/** In Unicode code points. */
export const MAX_MESSAGE_LENGTH = 10_000;
/** The name that clients unaware of empty topics receive instead. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

export const DirectRecipient = z.object({
  id: UserId,
  email: z.string(),
  full_name: z.string(),
  is_mirror_dummy: z.boolean(),
});

export const Reaction = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']),
  user_id: UserId,
});

export const EditHistoryEntry = z.object({
  user_id: UserId.nullable(),
  timestamp: Timestamp,
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_stream: ChannelId.optional(),
  prev_topic: z.string().optional(),
  stream: ChannelId.optional(),
  topic: z.string().optional(),
});

/** The fields that are the same for every reader. */
export const Message = z.object({
  id: MessageId,
  type: z.enum(['stream', 'private']),
  sender_id: UserId,
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  /** Null when the client can compute the gravatar URL. */
  avatar_url: z.string().nullable(),
  client: z.string(),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  /** The channel's name, or the participants of a direct conversation including the sender. */
  display_recipient: z.union([z.string(), z.array(DirectRecipient)]),
  recipient_id: RecipientId,
  stream_id: ChannelId.optional(),
  /** The topic; empty for direct messages. */
  subject: z.string(),
  is_me_message: z.boolean(),
  timestamp: Timestamp,
  last_edit_timestamp: Timestamp.optional(),
  last_moved_timestamp: Timestamp.optional(),
  edit_history: z.array(EditHistoryEntry).optional(),
  reactions: z.array(Reaction),
  /** The submessages of a widget, oldest first. */
  submessages: z.array(
    z.object({ id: z.int(), message_id: MessageId, sender_id: UserId, msg_type: z.string(), content: z.string() }),
  ),
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })),
});
export type Message = z.output<typeof Message>;

/** A message with the fields of one reader. */
export const ReadMessage = Message.extend({
  flags: z.array(z.string()),
  match_content: z.string().optional(),
  match_subject: z.string().optional(),
});
export type ReadMessage = z.output<typeof ReadMessage>;
