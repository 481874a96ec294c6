// Limits in settings, and the document that lists them.
import { describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { CAPS } from '../kit/limits/caps.ts';
import { USUAL_RATE_LIMITS } from '../kit/limits/rate-limits.ts';
import { parseAccountRateLimits, parseCaps, parseRateLimits, USUAL_RATE_LIMITS_TEXT } from './limits.ts';

describe('caps', () => {
  it('[CA2] have their defaults unless set', () => {
    expect(parseCaps(' ')).toEqual({});
    expect(parseCaps('bots-per-account=20, drafts=0')).toEqual({ 'bots-per-account': 20, drafts: 0 });
  });

  it('[CA2] refuse invalid limits', () => {
    for (const bad of [
      'drafts',
      'drafts=',
      'drafts=-1',
      'drafts=1.5',
      'drafts=5,',
      'bots=5',
      'drafts=5,drafts=6',
      'off',
    ])
      expect(() => parseCaps(bad)).toThrow();
    expect(() => parseCaps('drafts=2000000000')).toThrow('drafts takes a number');
    expect(() => parseCaps('toString=5')).toThrow('is not NAME=NUMBER');
    expect(() => parseCaps('constructor=5')).toThrow('there is no limit "constructor"');
  });

  it('[CA2] docs/limits.md lists every limit with its default', () => {
    const text = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
    const rows = Array.from(text.matchAll(/^\| `([a-z-]+)` \| ([\d,]+) \| (\w+)/gm), ([, name, most, of]) => [
      name,
      most,
      of,
    ]);
    const declared = Object.entries(CAPS).map(([name, { most, of }]) => [name, most.toLocaleString('en'), of]);
    expect(rows).toEqual(declared as string[][]);
  });
});

describe('rate limits', () => {
  it('[RL6] are the defaults, set one by one, or off', () => {
    expect(USUAL_RATE_LIMITS_TEXT).toBe('user=200/60,ip=100/60,login=5/1800,mail=60/3600');
    expect(parseRateLimits(USUAL_RATE_LIMITS_TEXT)).toEqual(USUAL_RATE_LIMITS);
    expect(parseRateLimits('off')).toBeNull();
    expect(parseRateLimits('user=7/2, ip=off')).toEqual({
      ...USUAL_RATE_LIMITS,
      user: { requests: 7, period_ms: 2000 },
      ip: null,
    });
  });

  it('[RL6] refuse invalid limits', () => {
    const bad = ['on', 'user', 'user=', 'user=5', 'user=0/60', 'user=5/0', 'user=-5/60', 'user=5/60/2', 'users=5/60'];
    const more = ['user=5/60,', 'user=5/60,user=6/60', 'login=1001/60', 'ip=5/604801', 'ip=1000001/60', 'ip=1.5/2'];
    for (const text of [...bad, ...more, 'off,ip=5/60', ' ']) expect(() => parseRateLimits(text)).toThrow();
    expect(() => parseRateLimits('users=5/60')).toThrow('there is no limit "users", but user, ip, login, mail');
  });

  it('[RL9] of accounts are by address', () => {
    expect(parseAccountRateLimits('').size).toBe(0);
    expect(parseAccountRateLimits('Alerts-bot@stoa.example=600/60, ci@stoa.example=9/1')).toEqual(
      new Map([
        ['alerts-bot@stoa.example', { requests: 600, period_ms: 60_000 }],
        ['ci@stoa.example', { requests: 9, period_ms: 1000 }],
      ]),
    );
    for (const bad of ['alerts', 'a@b', 'a@b=off', 'a@b=0/60', 'a@b=5/0', 'a@b=5/60,', 'a@b=5/60,A@b=6/60', '=5/60'])
      expect(() => parseAccountRateLimits(bad)).toThrow();
  });
});
