// What HTTPS is started with, by the settings.
import type { Certificate, KeyPair } from '../kit/tls/certificate.ts';
import { ownCertificate } from '../kit/tls/own-certificate.ts';
import type { TlsOptions } from '../kit/tls/tls-options.ts';
import type { ServerSettings } from './config.ts';
import { readFileOf } from './read-small-file.ts';
import { ConfigError } from './setting.ts';

/** Null where a proxy speaks HTTPS. [TL1] [TL8] */
export function tlsOptions(settings: ServerSettings): TlsOptions | null {
  const { tls, tls_certificate, tls_key } = settings;
  if (tls_certificate !== undefined && tls_key !== undefined) {
    if (tls !== undefined) throw new ConfigError('either --tls auto or --tls-certificate');
    const certificate = readOwnCertificate(tls_certificate, tls_key);
    return { kind: 'own', certificate, read: () => readKeyPair(tls_certificate, tls_key) };
  }
  if (tls === undefined) return null;
  if (settings.database !== undefined)
    throw new ConfigError(
      '--tls auto is for a server with the embedded database: nodes that share a database are behind a proxy, which has the certificate',
    );
  return {
    kind: 'acme',
    hosts: settings.tls_hosts!,
    directory: settings.acme_directory,
    email: settings.acme_email ?? null,
    ca: settings.acme_ca_file === undefined ? null : readFileOf('--acme-ca-file', settings.acme_ca_file),
    http_port: settings.http_port,
  };
}

/** Both throw a {@link ConfigError} that names the file. */
const readKeyPair = (certificate_file: string, key_file: string): KeyPair => ({
  chain: readFileOf('--tls-certificate', certificate_file),
  key: readFileOf('--tls-key', key_file),
});

export function readOwnCertificate(certificate_file: string, key_file: string): Certificate {
  const pair = readKeyPair(certificate_file, key_file);
  try {
    return ownCertificate(pair);
  } catch (error) {
    throw new ConfigError(`--tls-certificate: ${(error as Error).message}`);
  }
}
