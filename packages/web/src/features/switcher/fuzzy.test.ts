import { describe, expect, it } from 'bun:test';
import { fit, prepare } from './fuzzy.ts';

const score = (name: string, query: string) => fit(prepare(name), prepare(query));

describe('[WB125] fuzzy matches', () => {
  it('rank in this order: whole name, prefix, words, initials, substring, letters', () => {
    const queries = ['release plans', 'rele', 'pla rel', 'rp', 'ease', 'rlpn'];
    const scores = queries.map((query) => score('Release plans', query));
    expect(scores.every((score) => score !== null)).toBe(true);
    expect(scores).toEqual([...scores].sort((a, b) => b! - a!));
    expect(new Set(scores).size).toBe(queries.length);
  });

  it('ignore case, diacritics and punctuation', () => {
    expect(score('Zoë Nguyễn', 'nguyen zoe')).toBe(80);
    expect(score('bug-reports', 'reports')).toBe(80);
  });

  it('exclude names with other letters or letters far apart', () => {
    expect(score('plans', 'plants')).toBeNull();
    expect(score('a long name that says very little', 'aye')).toBeNull();
    expect(score('plans', 'x')).toBeNull();
  });
});
