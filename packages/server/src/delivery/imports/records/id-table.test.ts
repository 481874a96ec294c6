// Ids and memberships without an object for each.
import { expect, it } from 'bun:test';
import { Members } from '../members.ts';
import { TextMap } from './id-map.ts';
import { IdTable } from './id-table.ts';

it('[IM44] a table of ids numbers each once and finds no others', () => {
  const table = new IdTable();
  const ids = Array.from({ length: 5000 }, (_, n) => ['', `U${n}`, `${n}`, `Zoë ${n} 名`][n % 4]!);
  const numbers = new Map<string, number>();
  for (const id of ids) {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    expect(table.add(id)).toBe(numbers.get(id)!);
  }
  expect(table.size).toBe(numbers.size);
  for (const [id, number] of numbers) expect([table.indexOf(id), table.at(number)]).toEqual([number, id]);
  expect(['U', 'u1', '01', 'U5001', 'Zoë 3 '].map((id) => table.indexOf(id))).toEqual([-1, -1, -1, -1, -1]);
});

it('[IM44] ids that a database would store alike are the same', () => {
  const table = new IdTable();
  expect([table.add('a\ud800'), table.add('a\udfff'), table.indexOf('a\ufffd'), table.size]).toEqual([0, 0, 0, 1]);
});

it('[IM44] texts by ids can be replaced', () => {
  const map = new TextMap();
  map.set('ann', '1');
  map.set('bob', '2');
  map.set('ann', '3');
  expect([map.get('ann'), map.get('bob'), map.get('cy'), map.has('cy'), map.size]).toEqual([
    '3',
    '2',
    undefined,
    false,
    2,
  ]);
});

it('[IM44] members of a place are there once, and readable more than once', () => {
  const members = new Members();
  for (let round = 0; round < 3; round++)
    for (let n = 99; n >= 0; n--) {
      members.add('all', `u${n}`);
      if (n % 2 === 0) members.add('even', `u${n}`);
    }
  const all = members.of('all');
  expect([all.length, members.of('even').length, members.of('none').length, members.size]).toEqual([100, 50, 0, 2]);
  for (const _ of [1, 2]) expect([...all]).toEqual(Array.from({ length: 100 }, (_, n) => `u${99 - n}`));
  expect([...members.of('even')].slice(0, 2)).toEqual(['u98', 'u96']);
  members.add('even', 'new');
  expect([...members.of('even')].at(-1)).toBe('new');
  expect([...members.all()].length).toBe(101);
});
