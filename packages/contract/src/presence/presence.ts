// Who is there: when each account was last active and last connected, and what of it clients are told. Spec 4.22, 6.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { Timestamp, UserId } from '../kit/values.ts';

/** So far back presence is fetched unless a client says otherwise. Spec 4.22, 8. */
export const DEFAULT_PRESENCE_HISTORY_DAYS = 14;
/** What older clients are told stays active so long after the last activity. */
export const LEGACY_ACTIVE_SECONDS = 120;

export const Presence = z.object({
  /** When the account was last in use; the time it was made if it never was. */
  active_timestamp: Timestamp,
  /** When one of its clients was last connected. */
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
/** `aggregated`, and the same once more under the name of a client. */
const LegacyPresences = z.record(z.string(), LegacyPresence);
export type LegacyPresences = z.output<typeof LegacyPresences>;

/** By user id in the modern format, by address in the legacy one. */
const presences = z.union([z.record(z.string(), Presence), z.record(z.string(), LegacyPresences)]);
export const presenceFields = {
  presences,
  /** Up to which update this is; -1 where there is none. */
  presence_last_update_id: z.int(),
};

export const presenceChanged = event({
  type: 'presence',
  fields: z.object({
    /** Alone, for clients with `simplified_presence_events`. */
    presences: z.record(z.string(), Presence).optional(),
    /** These for all others. */
    user_id: UserId.optional(),
    email: z.string().optional(),
    server_timestamp: Timestamp.optional(),
    presence: LegacyPresences.optional(),
  }),
  summary:
    'Somebody has come online, or went out of sight. Told only to who listens at the moment, and in small organizations.',
});

export const updatePresence = endpoint({
  id: 'update-presence',
  method: 'POST',
  path: '/users/me/presence',
  access: 'user',
  params: z.object({
    status: z.enum(PRESENCE_STATUSES),
    /** The newest update the client has, or -1; the answer is in the modern format and has what is newer. */
    last_update_id: z.int().min(-1).optional(),
    history_limit_days: z.int().min(0).optional(),
    /** Whether the user has done anything since the last call; taken and not used. */
    new_user_input: z.boolean().default(false),
    /** With true the answer has no presences. */
    ping_only: z.boolean().default(false),
    /** Deprecated: the modern format, as with `last_update_id`. */
    slim_presence: z.boolean().default(false),
  }),
  result: z.object({
    presence_last_update_id: z.int(),
    server_timestamp: Timestamp.optional(),
    presences: presences.optional(),
    /** Deprecated: always false. */
    zephyr_mirror_active: z.boolean(),
  }),
  emits: [presenceChanged],
  summary: 'Tell the server that the caller is there, and get who else is',
});

export const getUserPresence = endpoint({
  id: 'get-user-presence',
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  access: 'user',
  params: z.object({ user_id_or_email: z.string() }),
  result: z.object({
    /** In `aggregated`, status is `offline` when the account has not been connected for minutes. */
    presence: z.record(
      z.string(),
      z.object({ status: z.enum([...PRESENCE_STATUSES, 'offline']), timestamp: Timestamp }),
    ),
  }),
  summary: 'Get when somebody was there last',
});

export const getRealmPresence = endpoint({
  id: 'get-presence',
  method: 'GET',
  path: '/realm/presence',
  access: 'user',
  params: z.object({}),
  result: z.object({ server_timestamp: Timestamp, presences: z.record(z.string(), LegacyPresences) }),
  summary: 'Get the presence of everybody, by address',
});
