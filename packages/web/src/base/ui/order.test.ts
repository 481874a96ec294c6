import { describe, expect, it } from 'bun:test';
import { indexAt, moveTo } from './order.ts';

describe('a sortable list', () => {
  it('[WB44] keeps each entry once after any move', () => {
    const list = ['a', 'b', 'c'];
    expect(moveTo(list, 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveTo(list, 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveTo(list, 1, 1)).toEqual(list);
    expect(moveTo(list, 1, 9)).toEqual(['a', 'c', 'b']);
    expect(moveTo(list, 1, -9)).toEqual(['b', 'a', 'c']);
    expect(moveTo(list, 7, 0)).toEqual(list);
  });

  it('[WB44] drops an entry at the position under the pointer', () => {
    const middles = [10, 30, 50];
    expect([5, 20, 35, 60].map((pointer) => indexAt(middles, 0, pointer))).toEqual([0, 0, 1, 2]);
    expect([5, 20, 35, 60].map((pointer) => indexAt(middles, 1, pointer))).toEqual([0, 1, 1, 2]);
    expect([5, 20, 35, 60].map((pointer) => indexAt(middles, 2, pointer))).toEqual([0, 1, 2, 2]);
  });
});
