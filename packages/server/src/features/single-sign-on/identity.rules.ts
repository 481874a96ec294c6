// What claims of an identity provider mean.
import type { LanguageCode } from '@stoa/contract';
import { languageOf } from '../../kit/text/language-tags.ts';
import { isStorable } from '../../kit/text/storable-text.ts';

/** Signatures of tokens: never a shared secret, and never none. */
export const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Tolerance for the provider's clock. */
export const CLOCK_SECONDS = 30;

type Claims = Readonly<Record<string, unknown>>;

/** A person at the provider. */
export interface Identity {
  /** Never changes, and never becomes another person's. */
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider says that the address is theirs; undefined if it says nothing. */
  readonly is_email_verified: boolean | undefined;
  /** Proposed names, the best first. */
  readonly names: readonly string[];
  /** In which the provider talks to them, if accounts may have it. */
  readonly language: LanguageCode | undefined;
  /** When the person last proved who they are, by the provider's clock in seconds; null if it says nothing. */
  readonly authenticated_at: number | null;
  /** When it answered, by the same clock. */
  readonly answered_at: number;
  /** The provider's session; null if it names none. */
  readonly sid: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** In UTF-16 units; the standard allows an id 255 ASCII characters. */
const ID_MAX = 255;

/** Databases refuse null bytes, and store every half of a pair of surrogates alike: two people would be one. [SO40] */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= ID_MAX && isStorable(value);

/** Null for an id that cannot be told from others. */
export const idOf = (value: unknown): string | null => (isId(value) && value.trim() !== '' ? value : null);

/** Claims of the token come first, except the address: whether it was verified is said beside it. [SO41] */
export function mergeClaims(token: Claims, more: Claims): Claims {
  const { email, email_verified, name, given_name, family_name, preferred_username, locale } = more;
  return { name, given_name, family_name, preferred_username, locale, ...token, email, email_verified };
}

/** Null if the provider's id of the person, or of their session, is unusable. */
export function identityOf(claims: Claims): Identity | null {
  const { sub, email_verified, auth_time, iat } = claims;
  const [subject, sid] = [idOf(sub), idOf(claims.sid)];
  if (subject === null || (sid === null && textOf(claims.sid) !== null)) return null;
  const email = textOf(claims.email);
  const parts = [textOf(claims.given_name), textOf(claims.family_name)].filter((part) => part !== null);
  const names = [textOf(claims.name), textOf(parts.join(' ')), textOf(claims.preferred_username), email?.split('@')[0]];
  return {
    subject,
    email,
    // Some providers send text.
    is_email_verified: email_verified === undefined ? undefined : [true, 'true'].includes(email_verified as never),
    names: names.filter((name) => name != null),
    language: languageOf(claims.locale),
    authenticated_at: typeof auth_time === 'number' ? auth_time : null,
    answered_at: Number(iat),
    sid,
  };
}

/** Whole seconds since the person proved who they are, by one clock; null if the provider does not say. */
export function secondsSinceProof({ authenticated_at, answered_at }: Identity): number | null {
  if (authenticated_at === null) return null;
  const since = Math.ceil(answered_at - authenticated_at);
  // Some providers count fractions; a moment in the future says nothing.
  return Number.isSafeInteger(since) && since >= -CLOCK_SECONDS ? Math.max(0, since) : null;
}

/** Whom a verified token logs out; null if it is no logout token. */
export function endedBy(claims: Claims): { readonly subject: string | null; readonly sid: string | null } | null {
  const { events, nonce } = claims;
  // A token of somebody who signs in has a nonce: it must not log anybody out.
  if (nonce !== undefined || typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events)) return null;
  const [subject, sid] = [idOf(claims.sub), idOf(claims.sid)];
  // Taking an unusable id for none would end more than was meant.
  if ((subject === null && claims.sub !== undefined) || (sid === null && textOf(claims.sid) !== null)) return null;
  return subject === null && sid === null ? null : { subject, sid };
}
