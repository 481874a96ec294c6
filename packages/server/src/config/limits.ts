// Limits in settings, read strictly: one that is misspelt would otherwise be the usual one.
import { CAPS, type CapChoices, type CapName } from '../kit/limits/caps.ts';
import { type RateLimitRule, type RateLimitRules, USUAL_RATE_LIMITS } from '../kit/limits/rate-limits.ts';

const CAP_MAX = 1_000_000_000;
const RATE_LIMITS = ['user', 'ip', 'login', 'mail'] as const satisfies (keyof RateLimitRules)[];
/** Every request looks among these. */
const ACCOUNTS_MAX = 1000;
const REQUESTS_MAX = 1_000_000;
/** The times of failed logins are kept one by one. */
const LOGINS_MAX = 1000;
const SECONDS_MAX = 7 * 24 * 60 * 60;

const write = (rule: RateLimitRule | null) => (rule ? `${rule.requests}/${rule.period_ms / 1000}` : 'off');
export const USUAL_RATE_LIMITS_TEXT = RATE_LIMITS.map((name) => `${name}=${write(USUAL_RATE_LIMITS[name])}`).join(',');

/** The parts of a list by the name before `=`; `shape` has the name and the value as groups. */
function namedParts(text: string, shape: RegExp, wanted: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, name, value] = shape.exec(part) ?? [];
    if (name === undefined || value === undefined) throw new Error(`"${part}" is not ${wanted}`);
    if (parts.has(name)) throw new Error(`${name} is given twice`);
    parts.set(name, value);
  }
  return parts;
}

/** Limits that are not named keep their usual values. [CA2] */
export function parseCaps(text: string): CapChoices {
  const chosen: Partial<Record<CapName, number>> = {};
  if (text.trim() === '') return chosen;
  for (const [name, value] of namedParts(text, /^([a-z-]+)=(\d{1,10})$/, 'NAME=NUMBER, such as bots-per-account=20')) {
    if (!Object.hasOwn(CAPS, name)) throw new Error(`there is no limit "${name}", but ${Object.keys(CAPS).join(', ')}`);
    if (Number(value) > CAP_MAX) throw new Error(`${name} takes a number from 0 to ${CAP_MAX}`);
    chosen[name as CapName] = Number(value);
  }
  return chosen;
}

/** Null: nothing is limited. Limits that are not named keep their usual values. [RL6] */
export function parseRateLimits(text: string): RateLimitRules | null {
  if (text.trim().toLowerCase() === 'off') return null;
  const expected = 'NAME=REQUESTS/SECONDS or NAME=off, such as user=200/60';
  const chosen = [...namedParts(text, /^(\w+)=(\d{1,7}\/\d{1,6}|off)$/, expected)].map(([name, value]) => {
    if (!RATE_LIMITS.some((known) => known === name))
      throw new Error(`there is no limit "${name}", but ${RATE_LIMITS.join(', ')}`);
    return [name, value === 'off' ? null : parseRule(name, value)] as const;
  });
  return { ...USUAL_RATE_LIMITS, ...Object.fromEntries(chosen) };
}

/** Limits by address in lower case. [RL9] */
export function parseAccountRateLimits(text: string): Map<string, RateLimitRule> {
  if (text.trim() === '') return new Map();
  const expected = 'ADDRESS=REQUESTS/SECONDS, such as a@b.example=600/60';
  const parts = namedParts(text.toLowerCase(), /^([^\s=@]+@[^\s=@]+)=(\d{1,7}\/\d{1,6})$/, expected);
  if (parts.size > ACCOUNTS_MAX) throw new Error(`at most ${ACCOUNTS_MAX} accounts can have limits of their own`);
  return new Map([...parts].map(([email, value]) => [email, parseRule(email, value)]));
}

function parseRule(name: string, value: string): RateLimitRule {
  const [requests, seconds] = value.split('/').map(Number) as [number, number];
  const most = name === 'login' ? LOGINS_MAX : REQUESTS_MAX;
  if (requests < 1 || requests > most || seconds < 1 || seconds > SECONDS_MAX)
    throw new Error(`${name} takes 1 to ${most} requests in 1 to ${SECONDS_MAX} seconds`);
  return { requests, period_ms: seconds * 1000 };
}
