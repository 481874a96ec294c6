// What a session is: the form of its key, the name of its device, and when it is over. Pure.
import { createHash } from 'node:crypto';
import { MAX_DEVICE_NAME_LENGTH, SESSION_IDLE_SECS, SESSION_LIFETIME_SECS } from '@stoa/contract';

/** 256 bits; API keys are half as long, so neither is taken for the other. */
export const SESSION_KEY_BYTES = 32;
const KEY_FORM = /^[0-9a-f]{64}$/;

export const isSessionKey = (key: string): boolean => KEY_FORM.test(key);

/** Keys are random through and through, so a fast digest keeps them as well as a slow one. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export interface SessionTimes {
  readonly created_at: number;
  readonly last_used_at: number;
  readonly ended_at: number | null;
}

/** Seconds since 1970, if nobody uses or ends it. */
export function expiryOf({ created_at, last_used_at }: SessionTimes): number {
  return Math.min(created_at + SESSION_LIFETIME_SECS, last_used_at + SESSION_IDLE_SECS);
}

export function isOver(session: SessionTimes, now_secs: number): boolean {
  return session.ended_at !== null || expiryOf(session) <= now_secs;
}

/** One line of what was given; the name of the calling program where nothing is left of it. */
export function deviceName(given: string | undefined, client: string): string {
  const line = (given ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, MAX_DEVICE_NAME_LENGTH).join('').trim() || client;
}
