// Sending and reading messages. Spec 4.6.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { MessageId } from '../kit/values.ts';
import {
  ChannelIdDoesNotExist,
  ChannelNameDoesNotExist,
  ChannelWildcardNotAllowed,
  TopicWildcardNotAllowed,
} from '../shapes/errors.ts';
import { Message, ReadMessage } from './message.ts';
import { messageEvent } from './messages.events.ts';
import { BadNarrow, Narrow } from './narrow.ts';

export const MAX_MESSAGES_PER_REQUEST = 5000;
/** The anchor that clients send for the newest message. */
export const NEWEST_ANCHOR = 10_000_000_000_000_000;

export const sendMessage = endpoint({
  id: 'send-message',
  method: 'POST',
  path: '/messages',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      type: z.enum(['channel', 'stream', 'direct', 'private']),
      /** A channel name or id, or ids or email addresses of users. */
      to: z.union([z.string(), z.int(), z.array(z.int()).min(1), z.array(z.string()).min(1)]),
      content: z.string(),
      topic: z.string().optional(),
      /** The queue that receives the message with `local_id`. */
      queue_id: z.string().optional(),
      local_id: z.string().optional(),
      /** Whether the message is marked as read for its sender; defaults to true. */
      read_by_sender: z.boolean().optional(),
      /** JSON of the widget that clients show instead of the text; `zform` is the only kind. */
      widget_content: z.string().optional(),
    }),
  former_names: { subject: 'topic' },
  result: () =>
    z.object({
      id: MessageId,
      /** The sender's topic policy if sending changed it: 2 unmuted, 3 followed. */
      automatic_new_visibility_policy: z.union([z.literal(2), z.literal(3)]).optional(),
    }),
  errors: [ChannelNameDoesNotExist, ChannelIdDoesNotExist, ChannelWildcardNotAllowed, TopicWildcardNotAllowed],
  emits: [messageEvent],
  webhook_bots: true,
  summary: 'Send a message to a channel or to people',
});

/** Like BadRequest, with the names of the conflicting parameters. */
export const IncompatibleParameters = apiError({
  code: 'BAD_REQUEST',
  status: 400,
  summary: 'The parameters exclude each other.',
  fields: { parameters: z.string() },
});

export const getMessages = endpoint({
  id: 'get-messages',
  method: 'GET',
  path: '/messages',
  access: 'spectator',
  scope: 'read',
  params: () =>
    z.object({
      /** An id, or `newest`, `oldest`, `first_unread`, `date`. */
      anchor: z.union([z.number(), z.string()]).optional(),
      include_anchor: z.boolean().optional(),
      /** ISO 8601; UTC if it has no time zone. */
      anchor_date: z.string().optional(),
      num_before: z.int().min(0).optional(),
      num_after: z.int().min(0).optional(),
      narrow: Narrow.default([]),
      client_gravatar: z.boolean().default(true),
      apply_markdown: z.boolean().default(true),
      message_ids: z.array(MessageId).optional(),
      allow_empty_topic_name: z.boolean().default(false),
      /** Deprecated: the anchor `first_unread`. */
      use_first_unread_anchor: z.boolean().optional(),
    }),
  result: () =>
    z.object({
      /** The id around which messages were selected; {@link NEWEST_ANCHOR} for the newest. */
      anchor: z.number().optional(),
      found_newest: z.boolean(),
      found_oldest: z.boolean(),
      found_anchor: z.boolean(),
      history_limited: z.boolean(),
      messages: z.array(ReadMessage),
    }),
  errors: [BadNarrow, IncompatibleParameters],
  compressed: true,
  summary: 'Get messages around an anchor, or by their ids',
});

export const getMessage = endpoint({
  id: 'get-message',
  method: 'GET',
  path: '/messages/{message_id}',
  access: 'spectator',
  scope: 'read',
  params: () =>
    z.object({
      message_id: MessageId,
      apply_markdown: z.boolean().default(true),
      allow_empty_topic_name: z.boolean().default(false),
    }),
  result: () =>
    z.object({
      /** Deprecated: the Markdown source. */
      raw_content: z.string(),
      message: Message.extend({ flags: z.array(z.string()) }),
    }),
  summary: 'Get one message',
});

export const renderMessage = endpoint({
  id: 'render-message',
  method: 'POST',
  path: '/messages/render',
  access: 'user',
  scope: 'read',
  params: () => z.object({ content: z.string() }),
  result: () => z.object({ rendered: z.string() }),
  summary: 'Render Markdown as it would be shown in a message',
});
