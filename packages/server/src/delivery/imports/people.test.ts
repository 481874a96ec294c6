import { expect, it } from 'bun:test';
import type { UserId } from '@stoa/contract';
import type { ArchiveUser } from './archive.ts';
import { KnownUsers } from './known-users.ts';
import { People } from './people.ts';

const person = (id: string, full_name: string): ArchiveUser => ({
  id,
  email: null,
  full_name,
  role: 'member',
  is_active: true,
  bot: null,
  date_joined: null,
  timezone: '',
  avatar: null,
});

it('[IM44] keeps the accounts of an archive in order, replaced ones in their place, and their pictures', async () => {
  const people = new People();
  const avatar = { name: 'ann.png', open: async function* () {} };
  for (let at = 0; at < 600; at++) people.set(person(`u${at}`, `Person ${at}`));
  people.set({ ...person('u3', 'Ann'), avatar });
  expect(people.length).toBe(600);
  const all = [...people];
  expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 600 }, (_, at) => `u${at}`));
  expect(all[3]).toEqual({ ...person('u3', 'Ann'), avatar });
  expect([people.nameOf('u3'), people.nameOf('u4'), people.nameOf('u600')]).toEqual(['Ann', 'Person 4', undefined]);
  expect([people.has('u599'), people.has('u600')]).toEqual([true, false]);
});

it('[IM9] finds people by name: active ones first, then the oldest account', () => {
  const ids = new Map(Object.entries({ a: 30, b: 20, c: 10, d: 40 })) as ReadonlyMap<string, number> as ReadonlyMap<
    string,
    UserId
  >;
  const known = new KnownUsers(ids, [
    { ...person('a', 'ANN'), is_active: true },
    { ...person('b', 'Ann'), is_active: true },
    { ...person('c', 'ann'), is_active: false },
    { ...person('d', 'Ben'), is_active: false },
  ]);
  expect(known.named('aNN')).toMatchObject({ id: 20, full_name: 'Ann', is_active: true });
  expect(known.named('ben')).toMatchObject({ id: 40, is_active: false });
  expect(known.named('nobody')).toBeUndefined();
  expect(known.withId(10)).toMatchObject({ full_name: 'ann', is_active: false });
  expect([known.get('d')?.full_name, known.get('e')]).toEqual(['Ben', undefined]);
});
