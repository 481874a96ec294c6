// The purposes of what two-factor sign-in seals, and the sealed text between begin and confirm. Pure.
import { TWO_FACTOR_SETUP_SECS, type UserId } from '@stoa/contract';
import { z } from 'zod';
import { TimedSeal } from '../../kit/secrets/timed-seal.ts';
import type { Vault } from '../../kit/secrets/vault.ts';

export const secretPurpose = (user_id: UserId): string => `two-factor ${user_id}`;
const setupPurpose = (user_id: UserId): string => `two-factor setup ${user_id}`;

const SETUP = new TimedSeal(TWO_FACTOR_SETUP_SECS, z.object({ secret: z.string() }));

/** `now` in milliseconds. */
export function sealSetup(vault: Vault, user_id: UserId, secret: string, now: number): string {
  return SETUP.seal(vault, setupPurpose(user_id), { secret }, now);
}

/** The secret; null if the text is forged, of another account, or too old. [TF3] */
export function openSetup(vault: Vault, user_id: UserId, text: string, now: number): string | null {
  return SETUP.open(vault, setupPurpose(user_id), text, now)?.content.secret ?? null;
}

/** Null if it was sealed for something else, or with another secret of the server. */
export function openOrNull(vault: Vault, sealed: string, purpose: string): string | null {
  try {
    return vault.open(sealed, purpose);
  } catch {
    return null;
  }
}
