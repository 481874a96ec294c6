// Editing, moving and deleting messages, and their edit history.
import { z } from 'zod';
import { streamUpdate } from '../channels/channels.events.ts';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { ExpectationMismatch } from '../kit/group-setting.ts';
import { ChannelId, MessageId, Timestamp, UserId } from '../kit/values.ts';
import { deleteMessage } from '../messages/deletion.events.ts';
import { messageEvent } from '../messages/messages.events.ts';
import { remindersAdd, remindersRemove } from '../reminders/index.ts';
import { ChannelWildcardNotAllowed, TopicWildcardNotAllowed } from '../shapes/errors.ts';
import { attachmentUpdate } from '../uploads/index.ts';
import { mutedTopicsChanged, userTopicChanged } from '../user-topics/index.ts';
import { PropagateMode, updateMessage } from './message-edits.events.ts';

export const MoveMessagesTimeLimitExceeded = apiError({
  code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
  status: 400,
  summary:
    'Some messages of the topic are too old for the caller to move; use `change_later` from the first movable one.',
  fields: {
    first_message_id_allowed_to_move: MessageId,
    total_messages_in_topic: z.int(),
    total_messages_allowed_to_move: z.int(),
  },
});

/** An uploaded file that no message links to any more. */
export const DetachedUpload = z.object({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  /** In bytes. */
  size: z.int(),
  create_time: Timestamp,
  messages: z.array(z.object({ id: MessageId, date_sent: Timestamp })),
});
export type DetachedUpload = z.output<typeof DetachedUpload>;

export const editMessage = endpoint({
  id: 'update-message',
  method: 'PATCH',
  path: '/messages/{message_id}',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      message_id: MessageId,
      /** Markdown; empty content becomes `(deleted)`. */
      content: z.string().optional(),
      /** SHA-256 of the content that the caller edited, in hexadecimal; refused if the content has changed since. */
      prev_content_sha256: z.string().optional(),
      topic: z.string().optional(),
      /** The destination channel; cannot be combined with `content`. */
      stream_id: ChannelId.optional(),
      /** Which messages of the topic are moved. */
      propagate_mode: PropagateMode.default('change_one'),
      send_notification_to_old_thread: z.boolean().default(false),
      send_notification_to_new_thread: z.boolean().default(true),
    }),
  former_names: { subject: 'topic' },
  result: () =>
    z.object({
      /** Files of the caller that no message links to after the edit. */
      detached_uploads: z.array(DetachedUpload),
    }),
  errors: [ExpectationMismatch, MoveMessagesTimeLimitExceeded, ChannelWildcardNotAllowed, TopicWildcardNotAllowed],
  emits: [
    updateMessage,
    deleteMessage,
    messageEvent,
    streamUpdate,
    attachmentUpdate,
    userTopicChanged,
    mutedTopicsChanged,
  ],
  summary: 'Edit the content of a message, or move messages to another topic or channel',
});

export const getMessageHistory = endpoint({
  id: 'get-message-history',
  method: 'GET',
  path: '/messages/{message_id}/history',
  access: 'user',
  scope: 'read',
  params: () => z.object({ message_id: MessageId, allow_empty_topic_name: z.boolean().default(false) }),
  result: () =>
    z.object({
      /** Oldest first, starting with the original message. */
      message_history: z.array(
        z.object({
          topic: z.string(),
          prev_topic: z.string().optional(),
          stream: ChannelId.optional(),
          prev_stream: ChannelId.optional(),
          content: z.string(),
          rendered_content: z.string(),
          prev_content: z.string().optional(),
          prev_rendered_content: z.string().optional(),
          /** HTML that marks removed and added text. */
          content_html_diff: z.string().optional(),
          user_id: UserId.nullable(),
          timestamp: Timestamp,
        }),
      ),
    }),
  summary: 'Get the edit history of a message, as far as the organization shows it',
});

export const removeMessage = endpoint({
  id: 'delete-message',
  method: 'DELETE',
  path: '/messages/{message_id}',
  access: 'user',
  scope: 'send',
  params: () => z.object({ message_id: MessageId }),
  emits: [deleteMessage, streamUpdate, attachmentUpdate, remindersAdd, remindersRemove],
  summary: 'Delete a message permanently',
});

export const deleteTopic = endpoint({
  id: 'delete-topic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  access: 'user',
  scope: 'administer',
  params: () => z.object({ stream_id: ChannelId, topic_name: z.string() }),
  result: () =>
    z.object({
      /** False if messages remain: repeat the call to continue. */
      complete: z.boolean(),
    }),
  emits: [deleteMessage, streamUpdate, attachmentUpdate, remindersAdd, remindersRemove],
  summary: 'Delete the messages of a topic that the caller can read, newest first',
});
