// Tokens by which another site vouches for somebody: signed with a key that whoever runs the server has agreed on with it.
import type { CryptoKey } from 'jose';
import type { Realm } from '../kit/actor.ts';

/** Loaded where a key is set: few servers have one. */
const jose = () => import('jose');

const HS256_MIN_BYTES = 32;
/** What a key is: a secret of both sides, or the public half of a pair. The token never chooses. [AU20] */
type Algorithm = 'HS256' | 'RS256';

export class JwtKeyError extends Error {
  override readonly name = 'JwtKeyError';
}

export class JwtVerifier {
  private constructor(
    private readonly key: Uint8Array | CryptoKey,
    private readonly algorithm: Algorithm,
  ) {}

  /** From the text of a public key (RS256) or of a secret (HS256). */
  static async of(text: string): Promise<JwtVerifier> {
    if (text.trimStart().startsWith('-----BEGIN')) {
      const { importSPKI } = await jose();
      const key = await importSPKI(text.trim(), 'RS256').catch(() => null);
      if (!key) throw new JwtKeyError('the key of JSON web tokens is no public key in PEM');
      return new JwtVerifier(key, 'RS256');
    }
    const key = new TextEncoder().encode(text);
    if (key.length < HS256_MIN_BYTES)
      throw new JwtKeyError(`the secret of JSON web tokens must have ${HS256_MIN_BYTES} bytes or more`);
    return new JwtVerifier(key, 'HS256');
  }

  /**
   * The address a token names: undefined where it names none, null for a token that is no good. With several organizations
   * on the server it must say in `aud` for which it is.
   */
  async addressIn(token: string, realm: Realm, several: boolean, now: number): Promise<string | undefined | null> {
    const { jwtVerify } = await jose();
    try {
      const { payload } = await jwtVerify(token, this.key as Uint8Array, {
        algorithms: [this.algorithm],
        currentDate: new Date(now),
        ...(several ? { audience: realm.url } : {}),
      });
      const { aud, email } = payload;
      if (aud !== undefined && ![aud].flat().includes(realm.url)) return null;
      return typeof email === 'string' && email !== '' ? email : undefined;
    } catch {
      return null;
    }
  }
}
