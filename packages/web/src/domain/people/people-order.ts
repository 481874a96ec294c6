// People in the order they are listed: online ones first. Sorted by name once per change of people; the frequent presence
// changes only partition them.
import type { User } from '@stoa/contract';
import { derived } from '../../base/cells/cell.ts';
import { fold } from '../../base/text/fold.ts';
import { locale } from '../../base/text/text.ts';
import {
  type Availability,
  availabilityOf,
  lastActiveOf,
  type PresenceSnapshot,
} from '../../model/presence/presence-store.ts';
import { visibleAddress } from './visible-address.ts';

/** Active people without bots, by name. */
export const peopleByName = derived((users: readonly User[]): readonly User[] => {
  const { compare } = new Intl.Collator(locale());
  return users.filter(({ is_bot }) => !is_bot).sort((a, b) => compare(a.full_name, b.full_name));
});

/** Each word typed must begin a word of the name or address. */
export function matchesName(person: User, query: string): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const parts = [...fold(person.full_name).split(/[\s'’-]+/), visibleAddress(person)?.toLowerCase() ?? ''];
  return words.every((word) => parts.some((part) => part.startsWith(word)));
}

export interface Reader {
  readonly user_id: number;
  /** Whether others see the reader as online. */
  readonly shown: boolean;
}

const availabilityFor = (attendance: PresenceSnapshot, reader: Reader, user_id: number): Availability =>
  user_id === reader.user_id ? (reader.shown ? 'active' : 'offline') : availabilityOf(attendance, user_id);

/** Active, then idle, then others; by name each. */
export function byAvailability(people: readonly User[], attendance: PresenceSnapshot, reader: Reader): User[] {
  const found: Record<Availability, User[]> = { active: [], idle: [], offline: [] };
  for (const user of people) found[availabilityFor(attendance, reader, user.user_id)].push(user);
  return [...found.active, ...found.idle, ...found.offline];
}

/** The first few; if fewer are online, those seen last. */
export function mostPresent(
  people: readonly User[],
  attendance: PresenceSnapshot,
  reader: Reader,
  most: number,
): User[] {
  const found: Record<'active' | 'idle', User[]> = { active: [], idle: [] };
  const absent: User[] = [];
  for (const user of people) {
    const availability = availabilityFor(attendance, reader, user.user_id);
    if (availability !== 'offline') found[availability].push(user);
    else if (lastActiveOf(attendance, user.user_id) !== null) absent.push(user);
  }
  const there = [...found.active, ...found.idle].slice(0, most);
  if (there.length >= most) return there;
  const last = (user: User) => lastActiveOf(attendance, user.user_id) ?? 0;
  return [...there, ...absent.sort((a, b) => last(b) - last(a)).slice(0, most - there.length)];
}

export type AccountOrder = 'name' | 'role' | 'seen';

/** Reorders people sorted by name; ties keep that order. */
export function accountsInOrder(
  people: readonly User[],
  order: AccountOrder,
  attendance: PresenceSnapshot,
): readonly User[] {
  if (order === 'role') return [...people].sort((a, b) => a.role - b.role);
  if (order === 'name') return people;
  const last = (user: User) => lastActiveOf(attendance, user.user_id) ?? 0;
  return [...people].sort((a, b) => last(b) - last(a));
}
