// A certificate with its private key, and what the server decides by it.
import { createPrivateKey, X509Certificate } from 'node:crypto';

export interface KeyPair {
  /** PEM. */
  readonly key: string;
  /** PEM: the certificate of the server first, then those that signed it. */
  readonly chain: string;
}

export interface Certificate extends KeyPair {
  /** Signed by the server itself, until an authority has signed one. */
  readonly is_temporary: boolean;
}

/** Renewed when a third of the lifetime is left, as Let's Encrypt advises; so lifetimes of days work as well. [TL4] */
const RENEW_AT_LEFT = 1 / 3;

export function expiryOf({ chain }: Certificate): number {
  return Date.parse(new X509Certificate(chain).validTo);
}

/** When the certificate is due for renewal; a temporary one always is. */
export function renewalTime(certificate: Certificate): number {
  if (certificate.is_temporary) return 0;
  const { validFrom, validTo } = new X509Certificate(certificate.chain);
  const until = Date.parse(validTo);
  return until - (until - Date.parse(validFrom)) * RENEW_AT_LEFT;
}

/** True if the key belongs to the certificate and browsers take it for all of these names. Throws if it can't be read. */
export function isFor({ key, chain }: Certificate, hosts: readonly string[]): boolean {
  const certificate = new X509Certificate(chain);
  const is_pair = certificate.checkPrivateKey(createPrivateKey(key));
  return is_pair && hosts.every((host) => certificate.checkHost(host) !== undefined);
}
