// Ids with values, held as numbers where they are numbers.
import { expect, it } from 'bun:test';
import { IdMap } from './id-map.ts';

it('[IM44] a map of ids tells numbers and other texts apart, exactly', () => {
  const ids = [
    '0',
    '1',
    '01',
    '-1',
    '1.0',
    '1e3',
    '1000',
    ' 7',
    '7',
    '',
    'U1',
    '999999999999999',
    '9007199254740993',
    '٣',
  ];
  const map = new IdMap(ids.map((id, at) => [id, at] as const));
  expect(ids.map((id) => map.get(id))).toEqual(ids.map((_, at) => at));
  expect(map.size).toBe(ids.length);
  for (const other of ['00', '+1', '1 ', '9007199254740992', 'u1', 'NaN']) {
    expect([other, map.has(other)]).toEqual([other, false]);
    expect(map.get(other)).toBeUndefined();
  }
  map.set('7', 70);
  map.set('U1', 71);
  expect([map.get('7'), map.get('U1'), map.size]).toEqual([70, 71, ids.length]);
});
