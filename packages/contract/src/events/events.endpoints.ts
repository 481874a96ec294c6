// Polling and deleting event queues, and their registration parameters. Spec 4.2, 4.22.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { QueueNarrow } from '../messages/narrow.ts';
import { IncludeSubscribers } from '../shapes/subscription.ts';
import { heartbeatEvent } from './events.events.ts';

/** Its declaration holds a schema; clients need the code alone. */
export const BAD_EVENT_QUEUE_ID = 'BAD_EVENT_QUEUE_ID';
export const BadEventQueueId = apiError({
  code: BAD_EVENT_QUEUE_ID,
  status: 400,
  summary: 'The queue is unknown, belongs to another caller, or expired after being idle for too long.',
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
/** At most 1,000 queues per account; one more deletes the one polled least recently. */
export const MAX_EVENT_QUEUES = 1000;
export const DEFAULT_IDLE_QUEUE_TIMEOUT_SECS = 600;

/** The parameters of the register call, which a first poll also accepts. */
export const registration = {
  apply_markdown: z.boolean().default(false),
  /** Defaults to true for accounts and false for spectators. */
  client_gravatar: z.boolean().optional(),
  include_subscribers: IncludeSubscribers,
  slim_presence: z.boolean().default(false),
  presence_history_limit_days: z.int().min(0).optional(),
  /** Defaults to all types; unknown ones are ignored. */
  event_types: z.array(z.string()).max(200).optional(),
  /** Defaults to false, or to the setting of the registering bot. */
  all_public_streams: z.boolean().optional(),
  client_capabilities: ClientCapabilities.default({}),
  /** Defaults to `event_types`. */
  fetch_event_types: z.array(z.string()).max(200).optional(),
  /** Filters message events. */
  narrow: QueueNarrow.default([]),
  /** In seconds, or `mobile` for the longest the server allows. */
  idle_queue_timeout: z.union([z.int().min(1), z.literal('mobile')]).optional(),
};

export const getEvents = endpoint({
  id: 'get-events',
  method: 'GET',
  path: '/events',
  access: 'user',
  scope: 'read',
  params: () =>
    z.object({
      ...registration,
      /** When absent, a queue is registered with the parameters of the register call. */
      queue_id: z.string().optional(),
      /** The newest event received: acknowledges all events up to it. */
      last_event_id: z.int().optional(),
      /** If true, the response is immediate, with or without events. */
      dont_block: z.boolean().default(false),
    }),
  result: () =>
    z.object({
      queue_id: z.string(),
      /** Where a newly registered queue begins. */
      last_event_id: z.int().optional(),
      events: z.array(z.looseObject({ id: z.int(), type: z.string() })),
    }),
  errors: [BadEventQueueId],
  emits: [heartbeatEvent],
  summary: 'Wait for the events of a queue',
});

export const deleteQueue = endpoint({
  id: 'delete-queue',
  method: 'DELETE',
  path: '/events',
  access: 'user',
  scope: 'read',
  params: () => z.object({ queue_id: z.string() }),
  errors: [BadEventQueueId],
  summary: 'Delete an event queue',
});
