// Sessions: the form of keys, device names, and expiry. Pure.
import { createHash } from 'node:crypto';
import { MAX_DEVICE_NAME_LENGTH, SESSION_IDLE_SECS, SESSION_LIFETIME_SECS } from '@stoa/contract';

/** 256 bits; twice the length of API keys, so neither is mistaken for the other. */
export const SESSION_KEY_BYTES = 32;
const KEY_FORM = /^[0-9a-f]{64}$/;

export const isSessionKey = (key: string): boolean => KEY_FORM.test(key);

/** Keys are fully random, so a fast digest is as safe as a slow one. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export interface SessionTimes {
  readonly created_at: number;
  readonly last_used_at: number;
  readonly ended_at: number | null;
}

/** When the session expires unless used or ended, in seconds since 1970. */
export function expiryOf({ created_at, last_used_at }: SessionTimes): number {
  return Math.min(created_at + SESSION_LIFETIME_SECS, last_used_at + SESSION_IDLE_SECS);
}

export function isOver(session: SessionTimes, now_secs: number): boolean {
  return session.ended_at !== null || expiryOf(session) <= now_secs;
}

/** The given name on one line; the name of the calling program if nothing is left. */
export function deviceName(input: string | undefined, client: string): string {
  const line = (input ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, MAX_DEVICE_NAME_LENGTH).join('').trim() || client;
}
