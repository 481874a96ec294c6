// The thread that checks answers of devices. Knows no database, and calls nobody.
import { parentPort } from 'node:worker_threads';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers';
import type { Created, NewPasskey, Used, UsedPasskey } from './verification.ts';

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A page of another site may have shown ours in a frame. The library lets that pass where the browser doesn't name the other site. */
function isFramed(clientDataJSON: string): boolean {
  const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown };
  return data.crossOrigin !== undefined && data.crossOrigin !== false;
}

/**
 * Without what the maker of the device says of it: nobody asked for it, and the library would follow its certificates, in chains of any
 * length, to lists that it would fetch at addresses they name. [PK40]
 */
function withoutAttestation(attestationObject: string): string {
  const authData = decodeAttestationObject(bytesOf(attestationObject)).get('authData');
  const bare = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ]);
  return textOf(isoCBOR.encode(bare));
}

async function verifyCreated({ site, challenge, credential }: Created): Promise<NewPasskey | null> {
  const { response } = credential;
  if (isFramed(response.clientDataJSON)) return null;
  const attestationObject = withoutAttestation(response.attestationObject);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { ...response, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
  });
  if (!verified || registrationInfo.credential.id !== credential.id) return null;
  return {
    credential_id: registrationInfo.credential.id,
    public_key: textOf(registrationInfo.credential.publicKey),
    counter: registrationInfo.credential.counter,
    is_backup_eligible: registrationInfo.credentialDeviceType === 'multiDevice',
    is_backed_up: registrationInfo.credentialBackedUp,
  };
}

async function verifyUsed({ site, challenge, credential, known }: Used): Promise<UsedPasskey | null> {
  if (isFramed(credential.response.clientDataJSON)) return null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rp_id,
    requireUserVerification: true,
    credential: { id: known.credential_id, publicKey: bytesOf(known.public_key), counter: known.counter },
  });
  // Whether a passkey may be copied never changes.
  const is_same_kind = (authenticationInfo.credentialDeviceType === 'multiDevice') === known.is_backup_eligible;
  if (!verified || !is_same_kind) return null;
  return { counter: authenticationInfo.newCounter, is_backed_up: authenticationInfo.credentialBackedUp };
}

async function verify(question: Created | Used): Promise<NewPasskey | UsedPasskey | null> {
  try {
    return await (question.kind === 'created' ? verifyCreated(question) : verifyUsed(question));
  } catch {
    // Whatever is wrong with it: malformed, foreign, or without a verified user.
    return null;
  }
}

parentPort!.on('message', async ({ id, question }: { id: number; question: Created | Used }) => {
  parentPort!.postMessage({ id, reply: await verify(question) });
});
