// The notification encryption, which only the device can open: XSalsa20-Poly1305 secret-key authenticated encryption.
import { randomBytes } from 'node:crypto';
import type { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';

/** Loaded for the first notification. */
const cipher = (): typeof xsalsa20poly1305 => require('@noble/ciphers/salsa.js').xsalsa20poly1305;

const NONCE_BYTES = 24;

/** Encrypts with a given nonce. Only tests may choose one. */
export function boxWith(key: Uint8Array, nonce: Uint8Array, message: Uint8Array): Uint8Array {
  return cipher()(key, nonce).encrypt(message);
}

/** Base64 of a fresh nonce followed by the box. [PU8] */
export function encryptFor(key: Uint8Array, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  return Buffer.concat([nonce, boxWith(key, nonce, Buffer.from(text))]).toString('base64');
}
