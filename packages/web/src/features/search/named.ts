// People and channels by exactly their name, without regard to case and accents; people by address too.
import { fold } from '../../base/text/fold.ts';
import { knownChannels } from '../../domain/channels/channel-list.ts';
import type { State } from '../../model/state/state.ts';

export function knownChannelByName(state: State, name: string): number | null {
  const folded = fold(name);
  return knownChannels(state).find((channel) => fold(channel.name) === folded)?.stream_id ?? null;
}

/** Finds by the whole name, else by an address, else, if wanted, by a word of the name. Null for nobody, and for several. */
export function findPersonByName(state: State, name: string, by_word = false): number | null {
  const folded = fold(name);
  const people = [...state.realm_users, ...state.realm_non_active_users];
  const named = people.filter(({ full_name }) => fold(full_name) === folded);
  if (named.length === 1) return named[0]!.user_id;
  const addressed = people.find(({ email, delivery_email }) => email === name || delivery_email === name);
  if (addressed || named.length > 1 || !by_word) return addressed?.user_id ?? null;
  const partly = state.realm_users.filter(({ full_name }) => fold(full_name).split(/\s+/).includes(folded));
  return partly.length === 1 ? partly[0]!.user_id : null;
}
