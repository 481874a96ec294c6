// Refusals on the way back from the identity provider, as codes that the client redeems: it says them in the person's language,
// and nobody can make a link that says something else. [SO47]
import { ApiError, BadRequest, type RealmId, UserDeactivated } from '@stoa/contract';
import type { SignOnSeals } from './sign-on-seals.ts';

/** What the endpoints that redeem codes declare. */
const DECLARED = [BadRequest, UserDeactivated];

/** Null for errors that are no refusals of the person, such as failures of the server. `now` in milliseconds. */
export function sealRefusal(seals: SignOnSeals, realm_id: RealmId, error: unknown, now: number): string | null {
  if (!(error instanceof ApiError)) return null;
  const { code, status, message, fields } = error;
  if (!DECLARED.some((declared) => declared.code === code)) return null;
  return seals.seal('refusal', realm_id, { code, status, message, fields }, now);
}

/** The refusal that a code stands for; null for codes of sign-ins that worked. */
export function openRefusal(seals: SignOnSeals, realm_id: RealmId, code: string, now: number): ApiError | null {
  const sealed = seals.open('refusal', realm_id, code, now);
  return sealed && new ApiError(sealed.code, sealed.status, sealed.message, sealed.fields);
}
