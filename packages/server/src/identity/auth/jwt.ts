// JSON web tokens by which another site signs people in, verified with a key from the operator.
import type { CryptoKey } from 'jose';
import type { Realm } from '../../kit/access/actor.ts';
import { isCostlyToken } from '../../kit/json/json-web-tokens.ts';

/** Loaded only if a key is set; few servers have one. */
const jose = () => import('jose');

const HS256_MIN_BYTES = 32;
/** The algorithm follows from the key: a shared secret, or a public key. The token never chooses. [AU20] */
type Algorithm = 'HS256' | 'RS256';

/** Longest validity of a token: one that leaks must not open an account for ever. */
const VALID_AT_MOST_S = 24 * 60 * 60;
/** Tolerance for the other site's clock. */
const AHEAD_AT_MOST_S = 60;

export interface JwtSettings {
  readonly key: string;
  /** Required `iss`; null accepts any. */
  readonly issuer: string | null;
}

export class JwtVerifier {
  private constructor(
    private readonly key: Uint8Array | CryptoKey,
    private readonly algorithm: Algorithm,
    private readonly issuer: string | null,
  ) {}

  /** `key` is a public key (RS256) or a secret (HS256), as text. */
  static async of({ key: text, issuer }: JwtSettings): Promise<JwtVerifier> {
    if (text.trimStart().startsWith('-----BEGIN')) {
      const { importSPKI } = await jose();
      const key = await importSPKI(text.trim(), 'RS256').catch(() => null);
      if (!key) throw new Error('the key of JSON web tokens is no public key in PEM');
      return new JwtVerifier(key, 'RS256', issuer);
    }
    const key = new TextEncoder().encode(text);
    if (key.length < HS256_MIN_BYTES)
      throw new Error(`the secret of JSON web tokens must have ${HS256_MIN_BYTES} bytes or more`);
    return new JwtVerifier(key, 'HS256', issuer);
  }

  /**
   * The address in a token: undefined if it has none, null if the token is invalid. On a server with several organizations, `aud`
   * must name this one.
   */
  async addressIn(token: string, realm: Realm, several: boolean, now: number): Promise<string | undefined | null> {
    if (isCostlyToken(token)) return null;
    const { jwtVerify } = await jose();
    try {
      const { payload } = await jwtVerify(token, this.key as Uint8Array, {
        algorithms: [this.algorithm],
        currentDate: new Date(now),
        requiredClaims: ['exp'],
        ...(several ? { audience: realm.url } : {}),
        ...(this.issuer === null ? {} : { issuer: this.issuer }),
      });
      const { aud, email, exp = 0, iat } = payload;
      const at = now / 1000;
      if (exp > at + VALID_AT_MOST_S) return null;
      if (iat !== undefined && (iat > at + AHEAD_AT_MOST_S || exp > iat + VALID_AT_MOST_S)) return null;
      if (aud !== undefined && ![aud].flat().includes(realm.url)) return null;
      return typeof email === 'string' && email !== '' ? email : undefined;
    } catch {
      return null;
    }
  }
}
