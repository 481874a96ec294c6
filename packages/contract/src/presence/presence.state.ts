// The presences after register, and how events change them. Clients receive most changes in responses to their own reports, so
// this state has only those of register and of accounts that came online since.
import { z } from 'zod';
import type { ReceivedEvent } from '../kit/event.ts';
import { type ClientState, type Reducer, state } from '../kit/state.ts';
import type { UserId } from '../kit/values.ts';
import type { User } from '../shapes/user.ts';
import { type LegacyPresences, type Presence, presenceFields } from './presence.ts';

export const presenceState = state({
  fetch: ['presence'],
  fields: () =>
    z.object({
      ...presenceFields,
      /** Seconds since 1970, rounded down, when register responded. */
      server_timestamp: z.number(),
    }),
});

type Presences = Readonly<Record<string, Presence | LegacyPresences>>;

const isModern = (presence: Presence | LegacyPresences) => 'active_timestamp' in presence;

function withModern(known: Presences, update: Readonly<Record<string, Presence>>): Presences {
  // A state in the legacy format cannot take updates in the modern one.
  return Object.values(known).every(isModern) ? { ...known, ...update } : known;
}

function withLegacy(known: Presences, event: ReceivedEvent): Presences {
  const { email, presence } = event as ReceivedEvent & { email: string; presence: LegacyPresences };
  if (Object.keys(known).length > 0 && Object.values(known).every(isModern)) return known;
  const [update] = Object.values(presence);
  const { pushable: _, ...aggregated } = update!;
  return { ...known, [email]: { ...presence, aggregated } };
}

/** Removes an account that was deactivated or is no longer visible. */
function without(state: ClientState, user_id: UserId): Presences {
  const people = [...((state.realm_users ?? []) as User[]), ...((state.realm_non_active_users ?? []) as User[])];
  const email = people.find((user) => user.user_id === user_id)?.email;
  const { [String(user_id)]: _id, [String(email)]: _email, ...rest } = state.presences as Presences;
  return rest;
}

export const reducePresence: Reducer = (state: ClientState, event: ReceivedEvent): ClientState => {
  if (!state.presences) return state;
  const presences = state.presences as Presences;
  if (event.type === 'presence') {
    if (event.presences)
      return { ...state, presences: withModern(presences, event.presences as Record<string, Presence>) };
    return { ...state, presences: withLegacy(presences, event) };
  }
  const person = event.person as { user_id: UserId; is_active?: boolean } | undefined;
  const is_gone = event.op === 'remove' || (event.op === 'update' && person?.is_active === false);
  if (event.type === 'realm_user' && is_gone && person) return { ...state, presences: without(state, person.user_id) };
  return state;
};
