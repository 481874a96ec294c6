// The options of rate limits.
import { expect, it } from 'bun:test';
import { USUAL_RATE_LIMITS } from '../kit/rate-limits.ts';
import { UsageError } from './command.ts';
import { rateLimitOptions, rateLimitSettings } from './rate-limits.ts';

const { fallback } = rateLimitOptions['rate-limits'];
const settings = (limits: string = fallback, proxies?: string) =>
  rateLimitSettings({ 'rate-limits': limits, 'account-rate-limits': undefined, 'trusted-proxies': proxies });

it('[RL6] limits are the usual ones, some of them, or off', () => {
  expect(fallback).toBe('user=200/60,ip=100/60,login=5/1800,mail=60/3600');
  expect(settings()).toEqual({ rate_limits: USUAL_RATE_LIMITS, trusted_proxies: [] });
  expect(settings('off').rate_limits).toBeNull();
  expect(settings('user=7/2, ip=off').rate_limits).toEqual({
    ...USUAL_RATE_LIMITS,
    user: { requests: 7, period_ms: 2000 },
    ip: null,
  });
});

it('[RL6] what is no limit is refused in one line', () => {
  const bad = ['on', 'user', 'user=', 'user=5', 'user=0/60', 'user=5/0', 'user=-5/60', 'user=5/60/2', 'users=5/60'];
  for (const text of [
    ...bad,
    'user=5/60,',
    'user=5/60,user=6/60',
    'login=1001/60',
    'ip=5/604801',
    'ip=1000001/60',
    'ip=1.5/2',
    'off,ip=5/60',
    ' ',
  ])
    expect(() => settings(text)).toThrow(UsageError);
  expect(() => settings('users=5/60')).toThrow('--rate-limits: there is no limit "users", but user, ip, login, mail');
});

it('[RL3] trusted proxies are addresses and ranges', () => {
  expect(settings('off', '127.0.0.1, fd00::/8').trusted_proxies).toHaveLength(2);
  expect(() => settings('off', 'proxy.example')).toThrow('--trusted-proxies');
});

it('[RL9] limits of accounts are by address, and what is none is refused', () => {
  const accounts = (text: string) =>
    rateLimitSettings({ 'rate-limits': fallback, 'account-rate-limits': text, 'trusted-proxies': undefined })
      .rate_limits!.accounts;
  expect(accounts('')).toBeUndefined();
  expect(accounts('Alerts-bot@stoa.example=600/60, ci@stoa.example=9/1')).toEqual(
    new Map([
      ['alerts-bot@stoa.example', { requests: 600, period_ms: 60_000 }],
      ['ci@stoa.example', { requests: 9, period_ms: 1000 }],
    ]),
  );
  for (const bad of ['alerts', 'a@b', 'a@b=off', 'a@b=0/60', 'a@b=5/0', 'a@b=5/60,', 'a@b=5/60,A@b=6/60', '=5/60'])
    expect(() => accounts(bad)).toThrow(UsageError);
});
