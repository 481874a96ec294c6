// Types for the part of http_ece that we use; the package has none.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Keys {
    readonly version: 'aes128gcm';
    /** The peer's public key, base64url. */
    readonly dh?: string;
    readonly privateKey: ECDH;
    readonly salt?: string;
    /** Base64url. */
    readonly authSecret: string;
  }
  export function encrypt(plain: Buffer, keys: Keys): Buffer;
  export function decrypt(encrypted: Buffer, keys: Keys): Buffer;
}
