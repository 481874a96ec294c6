// The part of http_ece that is used; it has no types of its own.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Keys {
    readonly version: 'aes128gcm';
    /** The other side's public key, base64url. */
    readonly dh?: string;
    readonly privateKey: ECDH;
    readonly salt?: string;
    /** Base64url. */
    readonly authSecret: string;
  }
  export function encrypt(plain: Buffer, keys: Keys): Buffer;
  export function decrypt(encrypted: Buffer, keys: Keys): Buffer;
}
