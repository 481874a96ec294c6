// People and channels by exactly their name, without regard to case and accents; people by address too.
import { fold } from '../../base/text/fold.ts';
import { knownChannels } from '../../domain/channels/channel-list.ts';
import type { State } from '../../model/state/state.ts';

export function knownChannelByName(state: State, name: string): number | null {
  const folded = fold(name);
  return knownChannels(state).find((channel) => fold(channel.name) === folded)?.stream_id ?? null;
}

/** Null for nobody, and where several have the name. */
export function findPersonByName(state: State, name: string): number | null {
  const folded = fold(name);
  const people = [...state.realm_users, ...state.realm_non_active_users];
  const named = people.filter(({ full_name }) => fold(full_name) === folded);
  if (named.length === 1) return named[0]!.user_id;
  return people.find(({ email, delivery_email }) => email === name || delivery_email === name)?.user_id ?? null;
}
