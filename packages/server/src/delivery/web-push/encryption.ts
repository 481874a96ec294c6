// Web Push cryptography: encryption for one browser (RFC 8291) and the server's signature (RFC 8292).
import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import type * as HttpEce from 'http_ece';

/** Both are loaded for the first browser that wants notifications. */
const httpEce = (): typeof HttpEce => require('http_ece');
const jose = () => import('jose');

const CURVE = 'prime256v1';
/** Push services refuse signatures valid for more than a day. */
const SIGNATURE_SECS = 12 * 60 * 60;

export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}

export interface Randomness {
  readonly pair: ECDH;
  readonly salt: Buffer;
}

function fresh(): Randomness {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return { pair, salt: randomBytes(16) };
}

/** Throws if the public key is not a point on the curve. */
export function encryptFor({ p256dh, auth }: BrowserKeys, text: string, { pair, salt } = fresh()): Buffer {
  return httpEce().encrypt(Buffer.from(text), {
    version: 'aes128gcm',
    dh: p256dh,
    privateKey: pair,
    salt: salt.toString('base64url'),
    authSecret: auth,
  });
}

/** The server's key pair, both halves base64url: an uncompressed point and a scalar. */
export interface ServerKeys {
  readonly public_key: string;
  readonly private_key: string;
}

export function createServerKeys(): ServerKeys {
  const { pair } = fresh();
  // The runtime omits leading zeros; the scalar has a fixed length.
  const number = pair.getPrivateKey('hex').padStart(64, '0');
  return {
    public_key: pair.getPublicKey('base64url'),
    private_key: Buffer.from(number, 'hex').toString('base64url'),
  };
}

/** The Authorization header for a push service; `subject` is the contact for its operators. */
export async function signatureFor(
  { public_key, private_key }: ServerKeys,
  endpoint: string,
  subject: string,
  now_secs: number,
): Promise<string> {
  const { importJWK, SignJWT } = await jose();
  const point = Buffer.from(public_key, 'base64url');
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: private_key,
    },
    'ES256',
  );
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(now_secs + SIGNATURE_SECS)
    .setSubject(subject)
    .sign(key);
  return `vapid t=${token}, k=${public_key}`;
}

const POINT_BYTES = 65;
const SECRET_BYTES = 16;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** Whether the keys can encrypt anything. */
export function areUsable({ p256dh, auth }: BrowserKeys): boolean {
  if (!BASE64URL.test(p256dh) || !BASE64URL.test(auth)) return false;
  if (Buffer.from(p256dh, 'base64url').length !== POINT_BYTES) return false;
  if (Buffer.from(auth, 'base64url').length !== SECRET_BYTES) return false;
  try {
    encryptFor({ p256dh, auth }, '');
    return true;
  } catch {
    return false;
  }
}
