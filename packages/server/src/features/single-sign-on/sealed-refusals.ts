// Refusals on the way back from the identity provider, as codes that the client redeems: it says them in the person's language,
// and nobody can make a link that says something else. [SO47]
import { ApiError, BadRequest, type RealmId, UserDeactivated } from '@stoa/contract';
import { challengeOf, type SignOnProof } from './sign-on-codes.actions.ts';
import type { SignOnSeals } from './sign-on-seals.ts';

/** The errors that endpoints which redeem codes declare. */
const DECLARED = [BadRequest, UserDeactivated];

/**
 * Null for errors that are no refusals of the person, such as failures of the server. `challenge`: of the client that asked, which alone can
 * redeem the code. [SO48] `now` in milliseconds.
 */
export function sealRefusal(
  seals: SignOnSeals,
  realm_id: RealmId,
  error: unknown,
  challenge: string,
  now: number,
): string | null {
  if (!(error instanceof ApiError)) return null;
  const { code, status, message, fields } = error;
  if (!DECLARED.some((declared) => declared.code === code)) return null;
  return seals.seal('refusal', realm_id, { code, status, message, fields, challenge }, now);
}

/** The refusal that a code stands for; null for codes of sign-ins that worked, and for what another client began. */
export function openRefusal(
  seals: SignOnSeals,
  realm_id: RealmId,
  { code, verifier }: SignOnProof,
  now: number,
): ApiError | null {
  const sealed = seals.open('refusal', realm_id, code, now);
  if (sealed === null || sealed.challenge !== challengeOf(verifier)) return null;
  return new ApiError(sealed.code, sealed.status, sealed.message, sealed.fields);
}
