// What a device answers to a challenge, as endpoints of several slices take it.
import { z } from 'zod';

/** Bytes as unpadded base64url. */
export const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

export const credential = () => ({ id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') });

/** The part that the server reads of `toJSON()` of a credential that answered a challenge. */
export const usedCredential = () =>
  z.object({
    ...credential(),
    response: z.object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(8000),
      userHandle: bytes(100),
    }),
  });
export type UsedCredential = z.output<ReturnType<typeof usedCredential>>;

/** The challenge as the server sealed it, for the call that answers it. */
export const sealed = () => z.string().max(2000);

/** The answer to a challenge of `begin-passkey-confirmation`: it stands for the password of the account, once. */
export const PasskeyProof = z.object({ sealed_challenge: sealed(), credential: usedCredential() });
export type PasskeyProof = z.output<typeof PasskeyProof>;
