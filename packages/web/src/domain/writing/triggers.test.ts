// What triggers the suggestion of a language, and how its block is closed.
import { describe, expect, it } from 'bun:test';
import { blockEnd, findTrigger } from './triggers.ts';

describe('[WB98] code languages', () => {
  it('are suggested after a fence, from the first letter on', () => {
    expect(findTrigger('Look:\n```py')).toEqual({ kind: 'language', query: 'py', start: 9, fence: '```' });
    expect(findTrigger('~~~~c++')).toMatchObject({ kind: 'language', query: 'c++', start: 4, fence: '~~~~' });
    expect(findTrigger('```')).toBeNull();
    expect(findTrigger('see ```py')).toBeNull();
    expect(findTrigger('```py x')).toBeNull();
  });

  it('close the block, unless it is closed', () => {
    const trigger = findTrigger('```py')!;
    expect(blockEnd(trigger, 'python\n', '')).toBe('\n```');
    expect(blockEnd(trigger, 'spoiler ', '\nmore')).toBe('\n\n```');
    expect(blockEnd(trigger, 'python\n', '\nprint(1)\n```\nmore')).toBe('');
    expect(blockEnd(findTrigger('@ada')!, '@**Ada** ', '')).toBe('');
  });
});

describe('[WB120] suggestions apply to the word at the cursor', () => {
  it('even if an earlier @ or # could include it', () => {
    expect(findTrigger('mail @ada or #12 :+1')).toEqual({ kind: 'emoji', query: '+1', start: 17 });
    expect(findTrigger('#plans and @da')).toMatchObject({ kind: 'person', query: 'da', start: 11 });
    expect(findTrigger('@ada see #pl')).toMatchObject({ kind: 'channel', query: 'pl', start: 9 });
  });

  it('of a topic, with or without the marks of a channel', () => {
    expect(findTrigger('see #plans>ro')).toEqual({ kind: 'topic', channel: 'plans', query: 'ro', start: 4 });
    expect(findTrigger('see #**big plans>ro')).toMatchObject({ kind: 'topic', channel: 'big plans', query: 'ro' });
  });
});
