// What browsers are asked for when a passkey is made or used (WebAuthn, sections 5.4 and 5.5).
import { randomBytes } from 'node:crypto';
import { PASSKEY_CHALLENGE_SECS } from '@stoa/contract';
import { CHALLENGE_BYTES } from './passkeys.rules.ts';

export const TIMEOUT_MS = PASSKEY_CHALLENGE_SECS * 1000;

export const newBytes = () => randomBytes(CHALLENGE_BYTES).toString('base64url');
export const asDescriptor = (id: string) => ({ type: 'public-key' as const, id });

/** `allowed`: the passkeys that may answer; with none, the device offers those that it has. */
export const requestOptions = (rpId: string, challenge: string, allowed: readonly string[]) => ({
  challenge,
  rpId,
  timeout: TIMEOUT_MS,
  userVerification: 'required' as const,
  allowCredentials: allowed.map(asDescriptor),
});
