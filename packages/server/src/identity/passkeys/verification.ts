// What devices answer to challenges, checked as WebAuthn demands by a library that is loaded with the first answer. Never writes.
import type { CreatedCredential, UsedCredential } from '@stoa/contract';
import type { PasskeySite } from './passkeys.rules.ts';

const loadLibrary = () => import('@simplewebauthn/server');

export interface NewPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly is_backup_eligible: boolean;
  readonly is_backed_up: boolean;
}

/** A stored passkey, as far as its answers are checked with it. */
export interface KnownPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly is_backup_eligible: boolean;
}

export type UsedPasskey = Pick<NewPasskey, 'counter' | 'is_backed_up'>;

const fromBase64Url = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));

/** A page of another site may have shown ours in a frame. The library lets that pass where the browser doesn't name the other site. */
function isFramed(clientDataJSON: string): boolean {
  const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown };
  return data.crossOrigin !== undefined && data.crossOrigin !== false;
}

/** Null unless a device made it for this site, of this challenge, after it verified its user. [PK5] */
export async function verifyCreated(
  { rp_id, origin }: PasskeySite,
  challenge: string,
  credential: CreatedCredential,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    if (isFramed(credential.response.clientDataJSON)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
    });
    if (!verified || registrationInfo.credential.id !== credential.id) return null;
    return {
      credential_id: registrationInfo.credential.id,
      public_key: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
      counter: registrationInfo.credential.counter,
      is_backup_eligible: registrationInfo.credentialDeviceType === 'multiDevice',
      is_backed_up: registrationInfo.credentialBackedUp,
    };
  } catch {
    // Whatever is wrong with it: malformed, foreign, or without a verified user.
    return null;
  }
}

/** Null unless this passkey answered this challenge at this site, after its device verified its user. [PK5] */
export async function verifyUsed(
  { rp_id, origin }: PasskeySite,
  challenge: string,
  credential: UsedCredential,
  known: KnownPasskey,
): Promise<UsedPasskey | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    if (isFramed(credential.response.clientDataJSON)) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      credential: { id: known.credential_id, publicKey: fromBase64Url(known.public_key), counter: known.counter },
    });
    // Whether a passkey may be copied never changes.
    const is_same_kind = (authenticationInfo.credentialDeviceType === 'multiDevice') === known.is_backup_eligible;
    if (!verified || !is_same_kind) return null;
    return { counter: authenticationInfo.newCounter, is_backed_up: authenticationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}
