import { describe, expect, it } from 'bun:test';
import { joinLists, mapList, PackedList, without } from './packed-list.ts';

/** More than two blocks, the last one incomplete. */
const COUNT = 600;
const names = Array.from({ length: COUNT }, (_, at) => ({ name: `Zoë ${at} 日本`, at }));

function packed(): PackedList<{ name: string; at: number }> {
  const list = new PackedList<{ name: string; at: number }>();
  for (const each of names) list.push(each);
  return list;
}

describe('lists of records', () => {
  it('[IM44] return what was added, in order and as often as they are read', () => {
    const list = packed();
    expect(list.length).toBe(COUNT);
    for (const _ of [1, 2]) expect([...list]).toEqual(names);
  });

  it('[IM44] are converted and joined while they are read, and leave records out', () => {
    const list = packed();
    expect([...mapList(list, ({ at }, index) => at - index)]).toEqual(names.map(() => 0));
    const rest = without(list, new Set([0, 300, COUNT - 1]));
    expect([rest.length, [...rest].length]).toEqual([COUNT - 3, COUNT - 3]);
    expect([...rest].some(({ at }) => [0, 300, COUNT - 1].includes(at))).toBe(false);
    const both = joinLists(rest, names.slice(0, 1));
    expect([both.length, [...both].at(-1)]).toEqual([COUNT - 2, names[0]]);
  });
});
