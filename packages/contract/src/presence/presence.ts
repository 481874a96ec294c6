// Presence: when each account was last active and last connected, and how clients receive it. Spec 4.22, 6.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** How far back presence is fetched by default. Spec 4.22, 8. */
export const DEFAULT_PRESENCE_HISTORY_DAYS = 14;
/** How long after the last activity older clients see an account as active. */
export const LEGACY_ACTIVE_SECONDS = 120;

export const Presence = z.object({
  /** When the account was last active; the time of creation if it never was. */
  active_timestamp: Timestamp,
  /** When a client of the account was last connected. */
  idle_timestamp: Timestamp,
});
export type Presence = z.output<typeof Presence>;

const PRESENCE_STATUSES = ['active', 'idle'] as const;

const LegacyPresence = z.object({
  client: z.string(),
  status: z.enum(PRESENCE_STATUSES),
  timestamp: Timestamp,
  /** Always false. */
  pushable: z.boolean().optional(),
});
/** `aggregated`, and the same value repeated under a client's name. */
const LegacyPresences = z.record(z.string(), LegacyPresence);
export type LegacyPresences = z.output<typeof LegacyPresences>;

/** Keyed by user id in the modern format, by email address in the legacy one. */
const presences = z.union([z.record(z.string(), Presence), z.record(z.string(), LegacyPresences)]);
export const presenceFields = {
  presences,
  /** The newest update included; -1 if there is none. */
  presence_last_update_id: z.int(),
};

export const presenceChanged = event({
  type: 'presence',
  fields: () =>
    z.object({
      /** The only field for clients with `simplified_presence_events`. */
      presences: z.record(z.string(), Presence).optional(),
      /** For all other clients. */
      user_id: UserId.optional(),
      email: z.string().optional(),
      server_timestamp: Timestamp.optional(),
      presence: LegacyPresences.optional(),
    }),
  summary:
    'An account came online or is no longer visible. Sent only to polling clients, and only in small organizations.',
});

export const updatePresence = endpoint({
  id: 'update-presence',
  method: 'POST',
  path: '/users/me/presence',
  access: 'user',
  scope: 'send',
  params: () =>
    z.object({
      status: z.enum(PRESENCE_STATUSES),
      /** The newest update the client has, or -1; the response is in the modern format and contains only newer updates. */
      last_update_id: z.int().min(-1).optional(),
      history_limit_days: z.int().min(0).optional(),
      /** Whether the user was active since the last call; accepted and ignored. */
      new_user_input: z.boolean().default(false),
      /** If true, the response contains no presences. */
      ping_only: z.boolean().default(false),
      /** Deprecated: requests the modern format, as `last_update_id` does. */
      slim_presence: z.boolean().default(false),
    }),
  result: () =>
    z.object({
      presence_last_update_id: z.int(),
      server_timestamp: Timestamp.optional(),
      presences: presences.optional(),
      /** Deprecated: always false. */
      zephyr_mirror_active: z.boolean(),
    }),
  compressed: true,
  emits: [presenceChanged],
  summary: 'Report your own presence and get the presence of others',
});

export const getUserPresence = endpoint({
  id: 'get-user-presence',
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  access: 'user',
  scope: 'read',
  params: () => z.object({ user_id_or_email: z.string() }),
  result: () =>
    z.object({
      /** In `aggregated`, status is `offline` when the account has not been connected for some minutes. */
      presence: z.record(
        z.string(),
        z.object({ status: z.enum([...PRESENCE_STATUSES, 'offline']), timestamp: Timestamp }),
      ),
    }),
  summary: 'Get the presence of a user',
});

export const getRealmPresence = endpoint({
  id: 'get-presence',
  method: 'GET',
  path: '/realm/presence',
  access: 'user',
  scope: 'read',
  result: () => z.object({ server_timestamp: Timestamp, presences: z.record(z.string(), LegacyPresences) }),
  summary: 'Get the presence of all users, by email address',
});
