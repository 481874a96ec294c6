// What begins a suggestion of a language, and how its block is closed.
import { describe, expect, it } from 'bun:test';
import { blockEnd, findTrigger } from './suggestions.ts';

describe('[WB98] languages of code', () => {
  it('are suggested behind what opens a block, from the first letter on', () => {
    expect(findTrigger('Look:\n```py')).toEqual({ kind: 'language', query: 'py', start: 9, fence: '```' });
    expect(findTrigger('~~~~c++')).toMatchObject({ kind: 'language', query: 'c++', start: 4, fence: '~~~~' });
    expect(findTrigger('```')).toBeNull();
    expect(findTrigger('see ```py')).toBeNull();
    expect(findTrigger('```py x')).toBeNull();
  });

  it('close the block, unless that is done', () => {
    const trigger = findTrigger('```py')!;
    expect(blockEnd(trigger, 'python\n', '')).toBe('\n```');
    expect(blockEnd(trigger, 'spoiler ', '\nmore')).toBe('\n\n```');
    expect(blockEnd(trigger, 'python\n', '\nprint(1)\n```\nmore')).toBe('');
    expect(blockEnd(findTrigger('@ada')!, '@**Ada** ', '')).toBe('');
  });
});
