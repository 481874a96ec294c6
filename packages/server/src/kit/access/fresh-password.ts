// The password that a session must have given recently for effects that outlast it. [SS10]
import { PasswordNeeded, SESSION_CONFIRMED_SECS } from '@stoa/contract';
import type { Actor } from './actor.ts';
import { insufficientScope } from './token-scopes.ts';

/** API keys don't expire, so they never lack one. Access tokens never have one. [TK7] */
export function lacksFreshPassword({ session_id, confirmed_at, token }: Actor, now_ms: number): boolean {
  if (token) return true;
  return session_id !== undefined && now_ms / 1000 - (confirmed_at ?? 0) > SESSION_CONFIRMED_SECS;
}

/** A token can't give one: its holder is not asked. */
export const passwordNeeded = ({ token }: Actor) =>
  token ? insufficientScope('key') : PasswordNeeded('Give your password again to do this');
