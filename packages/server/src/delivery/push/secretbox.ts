// The encryption of notifications: what only the device can open. Secret-key authenticated encryption, XSalsa20-Poly1305.
import { randomBytes } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';

const NONCE_BYTES = 24;

/** The box with a nonce that is known; nobody but tests chooses one. */
export function boxWith(key: Uint8Array, nonce: Uint8Array, message: Uint8Array): Uint8Array {
  return xsalsa20poly1305(key, nonce).encrypt(message);
}

/** Base64 of a fresh nonce and the box. [PU8] */
export function encryptFor(key: Uint8Array, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  return Buffer.concat([nonce, boxWith(key, nonce, Buffer.from(text))]).toString('base64');
}
