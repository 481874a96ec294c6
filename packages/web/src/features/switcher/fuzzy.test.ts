import { describe, expect, it } from 'bun:test';
import { fit, prepare } from './fuzzy.ts';

const score = (name: string, query: string) => fit(prepare(name), prepare(query));

describe('[WB125] what fits a name', () => {
  it('is in this order: all of it, its beginning, words, initials, a part, letters', () => {
    const queries = ['release plans', 'rele', 'pla rel', 'rp', 'ease', 'rlpn'];
    const scores = queries.map((query) => score('Release plans', query));
    expect(scores.every((one) => one !== null)).toBe(true);
    expect(scores).toEqual([...scores].sort((a, b) => b! - a!));
    expect(new Set(scores).size).toBe(queries.length);
  });

  it('ignores case, accents and marks between words', () => {
    expect(score('Zoë Nguyễn', 'nguyen zoe')).toBe(80);
    expect(score('bug-reports', 'reports')).toBe(80);
  });

  it('is nothing that has other letters or has them far apart', () => {
    expect(score('plans', 'plants')).toBeNull();
    expect(score('a long name that says very little', 'aye')).toBeNull();
    expect(score('plans', 'x')).toBeNull();
  });
});
