// The order in which people are offered, and who matches the typed text.
import { describe, expect, it } from 'bun:test';
import type { User } from '@stoa/contract';
import type { PresenceSnapshot } from '../../model/presence/presence-store.ts';
import { accountsInOrder, byAvailability, matchesName, mostPresent, peopleByName } from './people-order.ts';
import { visibleAddress } from './visible-address.ts';

const NOW = 1_800_000_000;
const user = (user_id: number, full_name: string, more: Partial<User> = {}) =>
  ({
    user_id,
    full_name,
    email: `u${user_id}@x.example`,
    delivery_email: null,
    is_bot: false,
    role: 400,
    ...more,
  }) as User;

const people = [
  user(1, 'Zoë Ångström'),
  user(2, 'ada owner', { role: 100 }),
  user(3, 'Mia-Lena O’Hara', { delivery_email: 'Mia@Real.example' }),
  user(4, 'Robot', { is_bot: true }),
  user(5, 'Bela', { role: 600 }),
];
const seen = (active: number, idle: number) => ({ active_timestamp: NOW - active, idle_timestamp: NOW - idle });
const attendance: PresenceSnapshot = {
  known: new Map([
    [1, seen(10, 10)],
    [3, seen(5000, 10)],
    [5, seen(400, 400)],
  ]),
  now: NOW,
  threshold: 140,
};
const reader = { user_id: 2, shown: false };
const ids = (list: readonly User[]) => list.map(({ user_id }) => user_id as number);

describe('lists of people', () => {
  it('[WB54] sorts by name, with present people first', () => {
    const sorted = peopleByName(people);
    expect(ids(sorted)).toEqual([2, 5, 3, 1]);
    expect(peopleByName(people)).toBe(sorted);
    expect(ids(byAvailability(sorted, attendance, reader))).toEqual([1, 3, 2, 5]);
    expect(ids(byAvailability(sorted, attendance, { ...reader, shown: true }))).toEqual([2, 1, 3, 5]);
  });

  it('[WB54] fills a short list with the most recently active people, never with those never seen', () => {
    const sorted = peopleByName(people);
    expect(ids(mostPresent(sorted, attendance, reader, 1))).toEqual([1]);
    expect(ids(mostPresent(sorted, attendance, reader, 10))).toEqual([1, 3, 5]);
  });

  it('[WB54] finds people by prefixes of their names and addresses, ignoring case and diacritics', () => {
    const found = (query: string) => ids(people.filter((person) => matchesName(person, query)));
    expect(found('zoe ang')).toEqual([1]);
    expect(found('LENA')).toEqual([3]);
    expect(found('real')).toEqual([]);
    expect(found('mia@real')).toEqual([3]);
    expect(found('oë')).toEqual([]);
    expect(found('u4@')).toEqual([4]);
    expect(found(' ')).toEqual([1, 2, 3, 4, 5]);
  });

  it('[WB252] neither shows nor searches the address that the server makes up for people who hide theirs', () => {
    expect(people.map(visibleAddress)).toEqual([null, null, 'Mia@Real.example', 'u4@x.example', null]);
    expect(ids(people.filter((person) => matchesName(person, 'u')))).toEqual([4]);
  });

  it('[WB55] sorts accounts by name, role and when they were last active', () => {
    const sorted = peopleByName(people);
    expect(ids(accountsInOrder(sorted, 'name', attendance))).toEqual([2, 5, 3, 1]);
    expect(ids(accountsInOrder(sorted, 'role', attendance))).toEqual([2, 3, 1, 5]);
    expect(ids(accountsInOrder(sorted, 'seen', attendance))).toEqual([1, 5, 3, 2]);
  });
});
