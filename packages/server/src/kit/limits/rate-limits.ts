// Limits the requests of one account, address or name within a period. Counts in the memory of this process, a few numbers per key; never
// knows what is requested. shared-limits.ts publishes the counts to other nodes.
import { createHash } from 'node:crypto';
import { ApiError, RateLimitHit } from '@stoa/contract';
import { type Actor, accountable } from '../access/actor.ts';
import type { Clock } from '../time/clock.ts';

export interface RateLimitRule {
  readonly requests: number;
  readonly period_ms: number;
}

/** Null means unlimited. */
export interface RateLimitRules {
  /** Requests of a person and all their bots together. */
  readonly user: RateLimitRule | null;
  /** Requests without an account, or with credentials that are refused, from one address. */
  readonly ip: RateLimitRule | null;
  /** Password attempts for one name until one is right; also mails that anybody can have sent to one address. */
  readonly login: RateLimitRule | null;
  /** Forms from one address, and calls of an account that make the server send mail. */
  readonly mail: RateLimitRule | null;
  /** Accounts with limits of their own, by lower-case address: set by the operator for an integration. [RL9] */
  readonly accounts?: ReadonlyMap<string, RateLimitRule>;
}

const MINUTE_MS = 60_000;
export const USUAL_RATE_LIMITS: RateLimitRules = {
  user: { requests: 200, period_ms: MINUTE_MS },
  ip: { requests: 100, period_ms: MINUTE_MS },
  login: { requests: 5, period_ms: 30 * MINUTE_MS },
  mail: { requests: 60, period_ms: 60 * MINUTE_MS },
};

/** A caller's remaining requests, as the headers of responses say. */
export interface LimitStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

export class TooMany extends ApiError {
  /** Whole seconds for the header; the JSON field has fractions. */
  readonly retry_after: number;
  constructor(
    what: string,
    wait_ms: number,
    readonly limit_status: LimitStatus,
  ) {
    const wait = Math.max(1, Math.ceil(wait_ms)) / 1000;
    const message = `Too many ${what}: try again in ${Math.ceil(wait)} seconds`;
    super(RateLimitHit.code, RateLimitHit.status, message, { 'retry-after': wait });
    this.retry_after = Math.ceil(wait);
  }
}

/** Most keys per period, to bound memory; beyond it some counts are dropped. */
const KEYS_MAX = 100_000;

/** A sliding window over clock periods: of the previous period, only the share still within one period from now counts. [RL1] */
export class RequestLimit {
  private period = -1;
  private before = new Map<number | string, number>();
  private current = new Map<number | string, number>();
  /** Counted here and not yet published to other nodes; null if there are none. */
  private unpublished: Map<number | string, number> | null = null;

  constructor(
    private readonly rule: RateLimitRule,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly keys_max = KEYS_MAX,
  ) {}

  /** Counts one request, or throws {@link TooMany} if there is no room for it. */
  take(key: number | string): LimitStatus {
    const status = this.check(key);
    this.count(key);
    return status;
  }

  /** As if one request were counted: throws {@link TooMany} if there is no room for it. */
  check(key: number | string): LimitStatus {
    const { requests, period_ms } = this.rule;
    const { room, before, used, passed } = this.look(key);
    const reset = Math.ceil(((this.period + 1) * period_ms) / 1000);
    if (room < 1)
      throw new TooMany('requests', this.wait(before, used, passed), { limit: requests, remaining: 0, reset });
    return { limit: requests, remaining: Math.floor(room - 1), reset };
  }

  /** Counts one request if there is room for it, and tells whether there was. */
  takeIfRoom(key: number | string): boolean {
    const has_room = this.hasRoom(key);
    if (has_room) this.count(key);
    return has_room;
  }

  hasRoom(key: number | string): boolean {
    return this.look(key).room >= 1;
  }

  /** The counts since the last call, the largest first, at most `most` keys; the rest is never published. */
  takeUnpublished(most: number): [key: number | string, count: number][] {
    const counts = [...(this.unpublished ?? [])].sort(([, left], [, right]) => right - left).slice(0, most);
    this.unpublished = new Map();
    return counts;
  }

  /** Counts requests that another node answered. */
  addForeign(key: number | string, count: number): void {
    this.turn(Math.floor(this.clock.now() / this.rule.period_ms));
    this.current.set(key, (this.current.get(key) ?? 0) + count);
    if (this.current.size >= this.keys_max) this.shift();
  }

  /** `passed`: the share of the current period that has passed. */
  private look(key: number | string): { room: number; before: number; used: number; passed: number } {
    const { requests, period_ms } = this.rule;
    const now = this.clock.now();
    this.turn(Math.floor(now / period_ms));
    const passed = (now % period_ms) / period_ms;
    const before = this.before.get(key) ?? 0;
    const used = this.current.get(key) ?? 0;
    return { room: requests - used - before * (1 - passed), before, used, passed };
  }

  private count(key: number | string): void {
    this.current.set(key, (this.current.get(key) ?? 0) + 1);
    this.unpublished?.set(key, (this.unpublished.get(key) ?? 0) + 1);
    if (this.current.size >= this.keys_max) this.shift();
  }

  private turn(period: number): void {
    if (period === this.period) return;
    this.shift();
    if (period !== this.period + 1) this.before = new Map();
    this.period = period;
  }

  private shift(): void {
    this.before = this.current;
    this.current = new Map();
  }

  /** Milliseconds until one request fits, if no other comes. */
  private wait(before: number, used: number, passed: number): number {
    const { requests, period_ms } = this.rule;
    const others = requests - 1;
    if (used <= others) return (1 - (others - used) / before - passed) * period_ms;
    return (1 - passed + 1 - others / used) * period_ms;
  }
}

/** Counts failed attempts, to the millisecond; one under way counts as failed. [RL4] */
export class FailureLimit {
  private readonly failures = new Map<string, number[]>();
  /** Called at once for each change here, with the hash of the name. */
  onChange: (key: string, change: 'failed' | 'cleared') => void = () => {};

  constructor(
    private readonly rule: RateLimitRule,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly what: string,
    private readonly keys_max = KEYS_MAX,
  ) {}

  /** Counts an attempt before it is made; throws {@link TooMany} if there were too many. */
  take(name: string): void {
    const { requests, period_ms } = this.rule;
    const now = this.clock.now();
    const key = keyOf(name);
    this.forget(now);
    const recent = (this.failures.get(key) ?? []).filter((at) => at > now - period_ms && at <= now);
    const [first] = recent;
    if (first !== undefined && recent.length >= requests) {
      const reset = Math.ceil((first + period_ms) / 1000);
      throw new TooMany(this.what, first + period_ms - now, { limit: requests, remaining: 0, reset });
    }
    this.count(key, [...recent, now]);
    this.onChange(key, 'failed');
  }

  clear(name: string): void {
    const key = keyOf(name);
    if (this.failures.delete(key)) this.onChange(key, 'cleared');
  }

  /** Counts a change that another node made. */
  addForeign(key: string, change: 'failed' | 'cleared'): void {
    const now = this.clock.now();
    this.forget(now);
    if (change === 'cleared') this.failures.delete(key);
    else {
      const known = this.failures.get(key) ?? [];
      this.count(key, [...known.slice(Math.max(0, known.length + 1 - this.rule.requests)), now]);
    }
  }

  private count(key: string, times: number[]): void {
    // Re-inserted at the end, so the oldest is at the front.
    this.failures.delete(key);
    this.failures.set(key, times);
  }

  private forget(now: number): void {
    for (const [key, times] of this.failures) {
      if (this.failures.size < this.keys_max && times.at(-1)! > now - this.rule.period_ms) return;
      this.failures.delete(key);
    }
  }
}

/** Hashed, because names come from outside and may have any length. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64');
}

/** All limits of a server. */
export interface RateLimits {
  readonly ip: RequestLimit | null;
  readonly login: FailureLimit | null;
  readonly email: FailureLimit | null;
  readonly mail: RequestLimit | null;
  /** For a person and their bots together. */
  readonly user: RequestLimit | null;
  /** Counts a request of an account; null if nothing limits it. */
  takeForActor(actor: Actor): LimitStatus | null;
}

export function openRateLimits(
  { user, ip, login, mail, accounts }: RateLimitRules,
  clock: Pick<Clock, 'now'>,
): RateLimits {
  const shared = user && new RequestLimit(user, clock);
  const own = new Map(Array.from(accounts ?? [], ([email, rule]) => [email, new RequestLimit(rule, clock)]));
  return {
    user: shared,
    ip: ip && new RequestLimit(ip, clock),
    login: login && new FailureLimit(login, clock, 'failed attempts'),
    email: login && new FailureLimit(login, clock, 'emails to this address'),
    mail: mail && new RequestLimit(mail, clock),
    takeForActor(actor) {
      const limit = own.size > 0 ? own.get(actor.email.toLowerCase()) : undefined;
      return limit ? limit.take(actor.user_id) : (shared?.take(accountable(actor)) ?? null);
    },
  };
}
