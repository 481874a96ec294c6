// Event queues: read, end; what they are registered with. Spec 4.2, 4.22.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { QueueNarrow } from '../messages/narrow.ts';
import { IncludeSubscribers } from '../shapes/subscription.ts';
import { heartbeatEvent } from './events.events.ts';

export const BadEventQueueId = apiError({
  code: 'BAD_EVENT_QUEUE_ID',
  status: 400,
  summary: 'The queue is unknown, is not the caller’s, or has been given up after being idle for too long.',
  fields: { queue_id: z.string() },
});

const ClientCapabilities = z.object({
  notification_settings_null: z.boolean().optional(),
  bulk_message_deletion: z.boolean().optional(),
  user_avatar_url_field_optional: z.boolean().optional(),
  stream_typing_notifications: z.boolean().optional(),
  user_settings_object: z.boolean().optional(),
  linkifier_url_template: z.boolean().optional(),
  user_list_incomplete: z.boolean().optional(),
  include_deactivated_groups: z.boolean().optional(),
  archived_channels: z.boolean().optional(),
  empty_topic_name: z.boolean().optional(),
  simplified_presence_events: z.boolean().optional(),
  individual_emoji_changes: z.boolean().optional(),
});

export const MAX_IDLE_QUEUE_TIMEOUT_SECS = 7 * 24 * 3600;
/** An account has so many queues at most; one more ends the one that was asked for least lately. */
export const MAX_EVENT_QUEUES = 1000;
export const DEFAULT_IDLE_QUEUE_TIMEOUT_SECS = 600;

/** The parameters of the register call, which a first poll takes as well. */
export const registration = {
  apply_markdown: z.boolean().default(false),
  /** True for accounts and false for spectators when absent. */
  client_gravatar: z.boolean().optional(),
  include_subscribers: IncludeSubscribers,
  slim_presence: z.boolean().default(false),
  presence_history_limit_days: z.int().min(0).optional(),
  /** All types when absent; unknown ones are ignored. */
  event_types: z.array(z.string()).max(200).optional(),
  /** When absent false, or what is set of the bot that registers. */
  all_public_streams: z.boolean().optional(),
  client_capabilities: ClientCapabilities.default({}),
  /** As `event_types` when absent. */
  fetch_event_types: z.array(z.string()).max(200).optional(),
  /** Which message events to receive. */
  narrow: QueueNarrow.default([]),
  /** Seconds, or `mobile` for as long as the server allows. */
  idle_queue_timeout: z.union([z.int().min(1), z.literal('mobile')]).optional(),
};

export const getEvents = endpoint({
  id: 'get-events',
  method: 'GET',
  path: '/events',
  access: 'user',
  params: z.object({
    ...registration,
    /** Without it a queue is registered with the parameters of the register call. */
    queue_id: z.string().optional(),
    /** The newest event received: those up to it are acknowledged. */
    last_event_id: z.int().optional(),
    /** With true the answer comes at once, with or without events. */
    dont_block: z.boolean().default(false),
  }),
  result: z.object({
    queue_id: z.string(),
    /** Where a queue that was just registered begins. */
    last_event_id: z.int().optional(),
    events: z.array(z.looseObject({ id: z.int(), type: z.string() })),
  }),
  errors: [BadEventQueueId],
  emits: [heartbeatEvent],
  summary: 'Wait for events of a queue',
});

export const deleteQueue = endpoint({
  id: 'delete-queue',
  method: 'DELETE',
  path: '/events',
  access: 'user',
  params: z.object({ queue_id: z.string() }),
  result: z.object({}),
  errors: [BadEventQueueId],
  summary: 'Give up an event queue',
});
