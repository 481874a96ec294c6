// The password that a session must have given recently for effects that outlast it. [SS10]
import { PasswordNeeded, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import type { Actor } from './actor.ts';

/** API keys don't expire, so they never lack one. */
export function lacksFreshPassword({ session_id, confirmed_at }: Actor, now_ms: number): boolean {
  return session_id !== undefined && now_ms / 1000 - (confirmed_at ?? 0) > SESSION_CONFIRMED_SECS;
}

export const passwordNeeded = () => PasswordNeeded('Give your password again to do this');
