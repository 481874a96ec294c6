// Proves by a passkey that the account is the reader's, in place of its password. [PK50]
import type { PasskeyProof } from '@stoa/contract';
import type { Client } from '@stoa/sdk';
import { askForPasskey, hasPasskeys } from './browser-passkeys.ts';

/** Whoever can't be asked within this time is offered no passkey. */
const KNOWN_WITHIN_MS = 2000;

/** Whether the account has one that works here; false where that can't be learned. */
export const hasOwnPasskey = async (client: Client): Promise<boolean> =>
  hasPasskeys() &&
  (await client.getPasskeys({}, { timeout_ms: KNOWN_WITHIN_MS }).then(
    ({ passkeys }) => passkeys.some(({ is_usable }) => is_usable),
    () => false,
  ));

/** Rejects with a `DOMException` where the reader or the device refuses. */
export async function answerByPasskey(client: Client): Promise<PasskeyProof> {
  const { options, sealed_challenge } = await client.beginPasskeyConfirmation();
  return { sealed_challenge, credential: await askForPasskey(options) };
}
