// The purposes of what two-factor sign-in seals, and the sealed text between begin and confirm. Pure.
import { TWO_FACTOR_SETUP_SECS, type UserId } from '@stoa/contract';
import { z } from 'zod';
import type { Vault } from '../../kit/vault.ts';

export const secretPurpose = (user_id: UserId): string => `two-factor ${user_id}`;
const setupPurpose = (user_id: UserId): string => `two-factor setup ${user_id}`;

const Setup = z.object({ secret: z.string(), expires_at: z.number() });

/** `now` in milliseconds. */
export function sealSetup(vault: Vault, user_id: UserId, secret: string, now: number): string {
  const setup: z.output<typeof Setup> = { secret, expires_at: now + TWO_FACTOR_SETUP_SECS * 1000 };
  return vault.seal(JSON.stringify(setup), setupPurpose(user_id));
}

/** The secret; null if the text is forged, of another account, or too old. [TF3] */
export function openSetup(vault: Vault, user_id: UserId, text: string, now: number): string | null {
  const opened = openOrNull(vault, text, setupPurpose(user_id));
  const setup = opened === null ? null : Setup.parse(JSON.parse(opened));
  return setup !== null && setup.expires_at > now ? setup.secret : null;
}

/** Null if it was sealed for something else, or with another secret of the server. */
export function openOrNull(vault: Vault, sealed: string, purpose: string): string | null {
  try {
    return vault.open(sealed, purpose);
  } catch {
    return null;
  }
}
