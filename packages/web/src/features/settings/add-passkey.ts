// Lets the device make a passkey, and adds it to the account.
import type { beginPasskey, ResultOf } from '@stoa/contract';
import { ApiError } from '@stoa/contract/api-error';
import type { Client } from '@stoa/sdk';
import { makePasskey } from '../../model/session/browser-passkeys.ts';

/** As if the server had refused it. */
export const refusedHere = (reason: string) => new ApiError('BAD_REQUEST', 400, reason, { reason });

export async function addPasskey(
  client: Pick<Client, 'createPasskey'>,
  { options, sealed_challenge }: ResultOf<typeof beginPasskey>,
  name: string,
): Promise<void> {
  const credential = await makePasskey(options).catch((error: unknown) => {
    const is_there = error instanceof DOMException && error.name === 'InvalidStateError';
    throw refusedHere(is_there ? 'passkey_known' : 'passkey_wrong');
  });
  await client.createPasskey({ name, sealed_challenge, credential });
}
