// Muted users: accounts whose messages a user hides. Sent only to that user's own clients.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event, type ReceivedEvent } from '../kit/event.ts';
import { slice } from '../kit/slice.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import { Timestamp, UserId } from '../kit/values.ts';

const MutedUser = z.object({ id: UserId, /** Since when. */ timestamp: Timestamp });
export type MutedUser = z.output<typeof MutedUser>;
const muted_users = z.array(MutedUser);

export const mutedUsersChanged = event({
  type: 'muted_users',
  fields: () => z.object({ muted_users }),
  summary: 'The muted users of the user have changed: all of them, in the order they were muted.',
});

export const muteUser = endpoint({
  id: 'mute-user',
  method: 'POST',
  path: '/users/me/muted_users/{muted_user_id}',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ muted_user_id: UserId }),
  emits: [mutedUsersChanged],
  summary: 'Mute a user: their messages are marked as read and cause no notifications',
  since: 48,
});

export const unmuteUser = endpoint({
  id: 'unmute-user',
  method: 'DELETE',
  path: '/users/me/muted_users/{muted_user_id}',
  access: 'user',
  scope: 'manage',
  params: () => z.object({ muted_user_id: UserId }),
  emits: [mutedUsersChanged],
  summary: 'Unmute a user',
  since: 48,
});

export const mutedUsersState = state({ fetch: ['muted_users'], fields: () => z.object({ muted_users }) });

export const reduceMutedUsers: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (event.type !== 'muted_users' || !state.muted_users) return state;
  return { ...state, muted_users: event.muted_users };
};

export const mutedUsersContract = slice({
  name: 'muted-users',
  endpoints: { muteUser, unmuteUser },
  events: [mutedUsersChanged],
  state: { muted_users: mutedUsersState },
  reduce: [reduceMutedUsers],
});
