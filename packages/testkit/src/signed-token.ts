// JSON web tokens like those of another site, signed with the key that test servers trust.
import { createHmac } from 'node:crypto';

export const JWT_KEY = 'the secret that both sides have agreed on';

/** Expires in an hour, unless the claims say otherwise. */
export function signedToken(claims: object, key = JWT_KEY, alg: 'HS256' | 'HS512' = 'HS256'): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg, typ: 'JWT' })}.${encode({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims })}`;
  const mac = createHmac(alg === 'HS256' ? 'sha256' : 'sha512', key)
    .update(text)
    .digest('base64url');
  return `${text}.${mac}`;
}
