// The end of a sign-in at an identity provider, as a client reads it from the address.
import { SIGNED_IN_HASH } from '@stoa/contract';
import { createClient } from '@stoa/sdk';
import { messageOf } from './refusal.ts';

/** Codes of refusals are longer. */
const CODE = /^[0-9a-f]{64}$/;

export interface SignOnReturn {
  /** The code of a sign-in that worked; empty otherwise. */
  readonly code: string;
  /** What the person is told of one that was refused; empty if the address is none of the client. */
  readonly told: string;
}

/** `address`: where the pages of the server led to, if they led on. */
export async function signOnReturn(site: string, address: string | null, verifier: string): Promise<SignOnReturn> {
  const code = address?.split(SIGNED_IN_HASH)[1] ?? '';
  if (code === '' || CODE.test(code)) return { code, told: '' };
  return { code: '', told: (await messageOf(createClient({ site }).createExternalSession({ code, verifier }))) ?? '' };
}
