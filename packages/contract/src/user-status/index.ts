// User status: a short text and an emoji, visible to everybody.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { UserId } from '../kit/values.ts';

/** In Unicode code points. */
export const MAX_STATUS_TEXT_LENGTH = 60;

const reaction_type = z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']);

/** Contains only fields that are set. */
const UserStatus = z.object({
  /** Deprecated: true when the setting `presence_enabled` is off. */
  away: z.boolean().optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: reaction_type.optional(),
});
export type UserStatus = z.output<typeof UserStatus>;

export const userStatusChanged = event({
  type: 'user_status',
  fields: () => UserStatus.extend({ user_id: UserId }),
  summary: 'The status of a user has changed: contains only what changed; empty texts mark removed fields.',
});

const newStatus = {
  /** Empty: removes the text. */
  status_text: z.string().optional(),
  /** Empty: removes the emoji. */
  emoji_name: z.string().optional(),
  /** Without this and `reaction_type`, the name determines the emoji. */
  emoji_code: z.string().optional(),
  reaction_type: reaction_type.optional(),
};

export const updateStatus = endpoint({
  id: 'update-status',
  method: 'POST',
  path: '/users/me/status',
  access: 'user',
  scope: 'manage',
  params: () =>
    z.object({
      ...newStatus,
      /** Deprecated: the inverse of the setting `presence_enabled`. */
      away: z.boolean().optional(),
    }),
  emits: [userStatusChanged],
  summary: 'Change your own status',
});

export const updateStatusForUser = endpoint({
  id: 'update-status-for-user',
  method: 'POST',
  path: '/users/{user_id}/status',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ user_id: UserId, ...newStatus }),
  emits: [userStatusChanged],
  summary: 'Change the status of a user',
  since: 407,
});

export const getUserStatus = endpoint({
  id: 'get-user-status',
  method: 'GET',
  path: '/users/{user_id}/status',
  access: 'user',
  scope: 'read',
  params: () => z.object({ user_id: UserId }),
  result: () =>
    z.object({
      /** Contains only fields that are set: empty for no status. */
      status: UserStatus,
    }),
  summary: 'Get the status of a user',
  since: 262,
});

/** Keyed by user id, only for users with a status. */
export const userStatusState = state({
  fetch: ['user_status'],
  fields: () => z.object({ user_status: z.record(z.string(), UserStatus) }),
});

const EMOJI = ['emoji_name', 'emoji_code', 'reaction_type'] as const;

export const reduceUserStatus: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (!state.user_status) return state;
  if (event.type === 'realm_user' && event.op === 'remove') {
    const { [String((event.person as { user_id: UserId }).user_id)]: _, ...rest } = state.user_status as object &
      Record<string, UserStatus>;
    return { ...state, user_status: rest };
  }
  if (event.type !== 'user_status') return state;
  const { id: _id, type: _type, user_id, ...status } = event;
  const { [String(user_id)]: previous, ...others } = state.user_status as Record<string, UserStatus>;
  const next: Record<string, unknown> = { ...previous, ...status };
  if (!next.away) delete next.away;
  if (!next.status_text) delete next.status_text;
  if (!next.emoji_name) for (const name of EMOJI) delete next[name];
  const is_set = Object.keys(next).length > 0;
  return { ...state, user_status: is_set ? { ...others, [String(user_id)]: next } : others };
};

export const userStatusContract = slice({
  name: 'user-status',
  endpoints: { updateStatus, updateStatusForUser, getUserStatus },
  events: [userStatusChanged],
  state: { user_status: userStatusState },
  reduce: [reduceUserStatus],
});
