// What claims of an identity provider mean.

/** Signatures of tokens: never a shared secret, and never none. */
export const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

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
  /** When the person last proved who they are, by the provider's clock in seconds; null if it says nothing. */
  readonly authenticated_at: number | null;
  /** When it answered, by the same clock. */
  readonly answered_at: number;
  /** The provider's session; null if it names none. */
  readonly sid: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

export function identityOf(claims: Claims): Identity {
  const { sub, email_verified, auth_time, iat } = claims;
  const email = textOf(claims.email);
  const parts = [textOf(claims.given_name), textOf(claims.family_name)].filter((part) => part !== null);
  const names = [textOf(claims.name), textOf(parts.join(' ')), textOf(claims.preferred_username), email?.split('@')[0]];
  return {
    subject: String(sub),
    email,
    // Some providers send text.
    is_email_verified: email_verified === undefined ? undefined : String(email_verified) === 'true',
    names: names.filter((name) => name != null),
    authenticated_at: typeof auth_time === 'number' ? auth_time : null,
    answered_at: Number(iat),
    sid: textOf(claims.sid),
  };
}

/** Seconds since the person proved who they are, by one clock; null if the provider does not say. */
export function secondsSinceProof({ authenticated_at, answered_at }: Identity): number | null {
  return authenticated_at === null ? null : Math.max(0, answered_at - authenticated_at);
}

/** Whom a verified token logs out; null if it is no logout token. */
export function endedBy(claims: Claims): { readonly subject: string | null; readonly sid: string | null } | null {
  const { events, nonce } = claims;
  // A token of somebody who signs in has a nonce: it must not log anybody out.
  if (nonce !== undefined || typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events)) return null;
  const [subject, sid] = [textOf(claims.sub), textOf(claims.sid)];
  return subject === null && sid === null ? null : { subject, sid };
}
