// Warnings for the writer: who will not see the message, how many it notifies, what it reveals. Pure.
import { type Channel, holdsRealmPermission, ROLE } from '@stoa/contract';
import { findChannel, findPerson, type State } from '../../model/state/state.ts';

/** Mentioning more people than this needs confirmation. */
const MANY = 15;

/** Without code and quotations, in which mentions have no effect. */
function withoutQuotes(text: string): string {
  return text
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1`*[ \t]*$|$(?![\s\S]))/gm, '')
    .replace(/(`+)[^`]+\1/g, '')
    .replace(/^>.*$/gm, '');
}

export type Wildcard = 'all' | 'topic';

/** The wildcard mention in the text, if any. */
export function wildcardIn(text: string): Wildcard | null {
  const found = /@\*\*(all|everyone|channel|stream|topic)\*\*/.exec(withoutQuotes(text))?.[1];
  return found === undefined ? null : found === 'topic' ? 'topic' : 'all';
}

export function peopleMentioned(state: State, text: string): number[] {
  const found = new Set<number>();
  for (const [, name, id] of withoutQuotes(text).matchAll(/@\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g)) {
    const person = state.realm_users.find(({ user_id, full_name }) =>
      id === undefined ? full_name === name : user_id === Number(id),
    );
    if (person) found.add(person.user_id);
  }
  return [...found];
}

/** Mentioned people who are not subscribed. */
export function missingPeople(state: State, text: string, subscribers: ReadonlySet<number> | null): number[] {
  return subscribers ? peopleMentioned(state, text).filter((id) => id !== state.user_id && !subscribers.has(id)) : [];
}

/** Private channels named in a message to people who may not know of them. */
export function privateChannelsNamed(state: State, text: string, channel_id: number | null): Channel[] {
  const found = new Set<Channel>();
  for (const [, name] of withoutQuotes(text).matchAll(/#\*\*([^*>\n]+)(?:>[^*\n]*)?\*\*/g)) {
    const channel = state.subscriptions.find((subscription) => subscription.name === name);
    if (channel?.invite_only && channel.stream_id !== channel_id) found.add(channel);
  }
  return [...found];
}

/** Guests among the recipients, if the organization wants a warning. */
export function guestsAmong(state: State, user_ids: readonly number[]): readonly number[] {
  if (!state.realm_enable_guest_user_dm_warning || state.is_guest) return [];
  return user_ids.filter((id) => findPerson(state, id)?.role === ROLE.guest);
}

export interface WildcardCheck {
  readonly count: number;
  /** Not permitted by the organization. */
  readonly forbidden: boolean;
}

/** The confirmation needed before mentioning many people; null if none. */
export function checkWildcard(state: State, text: string, channel_id: number | null): WildcardCheck | null {
  if (channel_id === null || wildcardIn(text) !== 'all') return null;
  const count = findChannel(state, channel_id)?.subscriber_count ?? 0;
  if (count <= MANY) return null;
  return { count, forbidden: !holdsRealmPermission(state, 'can_mention_many_users_group') };
}
