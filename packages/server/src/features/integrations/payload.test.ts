// Fields of payloads whose form differs among versions of a service, and lookups by names from outside.
import { expect, it } from 'bun:test';
import { z } from 'zod';
import { UnsupportedEvent } from './integration.rules.ts';
import {
  anything,
  count,
  flag,
  formatOf,
  hasFields,
  items,
  lookUp,
  maybe,
  part,
  scalar,
  text,
} from './payload.rules.ts';

const Payload = z.looseObject({
  id: text,
  name: maybe,
  size: count,
  done: flag,
  value: scalar,
  extra: anything,
  owner: part(z.looseObject({ login: text })),
  tags: items(text),
});
const NOTHING = { name: null, size: null, done: null, value: null, owner: null, tags: [] };

it('[WH3] a field that a message can do without is missing if it has another type', () => {
  const empty = Payload.parse({ id: 1 });
  expect(empty.id).toBe('1');
  expect(empty.tags).toEqual([]);
  expect(Payload.parse({ id: '1', ...NOTHING })).toEqual({ id: '1', ...NOTHING });
  for (const other of [[], {}, [{}], { a: 1 }]) {
    const read = Payload.parse({ id: '1', name: other, size: other, done: other, value: other, owner: other });
    expect(read).toMatchObject({ name: null, size: null, done: null, value: null, owner: null });
  }
  expect(Payload.safeParse({}).success).toBe(false);
  expect(Payload.safeParse({ id: {} }).success).toBe(false);
});

it('[WH3] numbers, flags and ids have the same meaning as strings, and invalid items are left out', () => {
  const read = Payload.parse({ id: 7, name: 7, size: '7', done: 'true', value: 0, tags: ['a', null, {}, 2] });
  expect(read).toMatchObject({ id: '7', name: '7', size: 7, done: true, value: 0, tags: ['a', '2'] });
  expect(Payload.parse({ id: 7, size: 'many', done: 'no', tags: 'a' })).toMatchObject({
    size: null,
    done: null,
    tags: [],
  });
  expect(Payload.parse(JSON.parse('{"id":1,"size":1e400}')).size).toBeNull();
});

it('[WH16] names from outside find only what a table itself has', () => {
  const table = { push: 'pushed' };
  expect([lookUp(table, 'push'), lookUp(table, 'constructor'), lookUp(table, null)]).toEqual([
    'pushed',
    undefined,
    undefined,
  ]);
  expect(formatOf(table, 'push')).toBe('pushed');
  expect(() => formatOf(table, 'toString')).toThrow(UnsupportedEvent);
  expect(hasFields({ a: undefined }, 'a')).toBe(true);
  for (const payload of [null, 'a', 1, {}]) expect(hasFields(payload, 'constructor')).toBe(false);
});
