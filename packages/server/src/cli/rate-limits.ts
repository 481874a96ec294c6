// The options of rate limits, read strictly: a limit that was misspelt would be none.
import type { AddressRange } from '../kit/outbound-addresses.ts';
import { parseRanges } from '../kit/outbound-addresses.ts';
import { type RateLimitRule, type RateLimitRules, USUAL_RATE_LIMITS } from '../kit/rate-limits.ts';
import { UsageError } from './command.ts';

const NAMES = ['user', 'ip', 'login', 'mail'] as const satisfies (keyof RateLimitRules)[];
/** Every request looks among these. */
const ACCOUNTS_MAX = 1000;
const REQUESTS_MAX = 1_000_000;
/** The times of failed logins are kept one by one. */
const LOGINS_MAX = 1000;
const SECONDS_MAX = 7 * 24 * 60 * 60;

const write = (rule: RateLimitRule | null) => (rule ? `${rule.requests}/${rule.period_ms / 1000}` : 'off');

export const rateLimitOptions = {
  'rate-limits': {
    type: 'string',
    placeholder: 'LIMITS',
    summary: 'requests per seconds of a person with their bots, an address, failed logins, forms and mail; or off',
    fallback: NAMES.map((name) => `${name}=${write(USUAL_RATE_LIMITS[name])}`).join(','),
  },
  'account-rate-limits': {
    type: 'string',
    placeholder: 'LIMITS',
    summary: 'accounts with limits of their own, such as alerts-bot@chat.example.com=600/60',
  },
  'trusted-proxies': {
    type: 'string',
    placeholder: 'RANGES',
    summary: 'addresses of proxies whose X-Forwarded-For is believed, such as 127.0.0.1,10.0.0.0/8',
  },
} as const;

export interface RateLimitValues {
  readonly 'rate-limits': string;
  readonly 'account-rate-limits': string | undefined;
  readonly 'trusted-proxies': string | undefined;
}

/** Limits that are not named keep their usual values. */
export function rateLimitSettings(values: RateLimitValues): {
  rate_limits: RateLimitRules | null;
  trusted_proxies: readonly AddressRange[];
} {
  const common = rules(values['rate-limits']);
  const accounts = accountRules(values['account-rate-limits'] ?? '');
  return {
    rate_limits: common && (accounts.size > 0 ? { ...common, accounts } : common),
    trusted_proxies: proxies(values['trusted-proxies'] ?? ''),
  };
}

/** Limits by address. [RL9] */
function accountRules(text: string): Map<string, RateLimitRule> {
  const accounts = new Map<string, RateLimitRule>();
  if (text.trim() === '') return accounts;
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, email, value] = /^([^\s=@]+@[^\s=@]+)=(\d{1,7}\/\d{1,6})$/.exec(part) ?? [];
    if (email === undefined || value === undefined)
      throw new UsageError(
        `--account-rate-limits: "${part}" is not ADDRESS=REQUESTS/SECONDS, such as a@b.example=600/60`,
      );
    if (accounts.has(email.toLowerCase())) throw new UsageError(`--account-rate-limits: ${email} is given twice`);
    accounts.set(email.toLowerCase(), rule('account-rate-limits', email, value));
  }
  if (accounts.size > ACCOUNTS_MAX)
    throw new UsageError(`--account-rate-limits: at most ${ACCOUNTS_MAX} accounts can have limits of their own`);
  return accounts;
}

function rules(text: string): RateLimitRules | null {
  if (text.trim().toLowerCase() === 'off') return null;
  const chosen = new Map<string, RateLimitRule | null>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, name, value] = /^(\w+)=(\d{1,7}\/\d{1,6}|off)$/.exec(part) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`--rate-limits: "${part}" is not NAME=REQUESTS/SECONDS or NAME=off, such as user=200/60`);
    if (!(NAMES as readonly string[]).includes(name))
      throw new UsageError(`--rate-limits: there is no limit "${name}", but ${NAMES.join(', ')}`);
    if (chosen.has(name)) throw new UsageError(`--rate-limits: ${name} is given twice`);
    chosen.set(name, value === 'off' ? null : rule('rate-limits', name, value));
  }
  return { ...USUAL_RATE_LIMITS, ...Object.fromEntries(chosen) };
}

function rule(option: string, name: string, value: string): RateLimitRule {
  const [requests, seconds] = value.split('/').map(Number) as [number, number];
  const most = name === 'login' ? LOGINS_MAX : REQUESTS_MAX;
  if (requests < 1 || requests > most || seconds < 1 || seconds > SECONDS_MAX)
    throw new UsageError(`--${option}: ${name} takes 1 to ${most} requests in 1 to ${SECONDS_MAX} seconds`);
  return { requests, period_ms: seconds * 1000 };
}

function proxies(list: string): AddressRange[] {
  try {
    return parseRanges(list);
  } catch (error) {
    throw new UsageError(`--trusted-proxies: ${(error as Error).message}`);
  }
}
