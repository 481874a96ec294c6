// What browsers are asked for when a passkey is made or used (WebAuthn, sections 5.4 and 5.5).
import { randomBytes } from 'node:crypto';
import { PASSKEY_CHALLENGE_SECS } from '@stoa/contract';
import { CHALLENGE_BYTES } from './passkeys.rules.ts';

const TIMEOUT_MS = PASSKEY_CHALLENGE_SECS * 1000;
/** COSE: ES256, EdDSA and RS256, which every device has one of. */
const ALGORITHMS = [-7, -8, -257];

export const newBytes = () => randomBytes(CHALLENGE_BYTES).toString('base64url');
const asDescriptor = (id: string) => ({ type: 'public-key' as const, id });

interface NewPasskey {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  /** Passkeys of the account: a device that has one makes no other. */
  readonly registered: readonly string[];
}

export const creationOptions = ({ rp, user, challenge, registered }: NewPasskey) => ({
  rp,
  user,
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: registered.map(asDescriptor),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
  attestation: 'none' as const,
});

/** `allowed`: the passkeys that may answer; with none, the device offers those that it has. */
export const requestOptions = (rpId: string, challenge: string, allowed: readonly string[]) => ({
  challenge,
  rpId,
  timeout: TIMEOUT_MS,
  userVerification: 'required' as const,
  allowCredentials: allowed.map(asDescriptor),
});
