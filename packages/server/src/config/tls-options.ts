// What HTTPS is started with, by the settings.
import type { Certificate } from '../kit/tls/certificate.ts';
import { ownCertificate } from '../kit/tls/own-certificate.ts';
import type { TlsOptions } from '../kit/tls/tls-options.ts';
import type { ServerSettings } from './config.ts';
import { readSmallFile } from './read-small-file.ts';
import { ConfigError } from './setting.ts';

/** Null where a proxy speaks HTTPS. [TL1] [TL8] */
export function tlsOptions(settings: ServerSettings): TlsOptions | null {
  const { tls, tls_certificate, tls_key } = settings;
  if (tls_certificate !== undefined && tls_key !== undefined) {
    if (tls !== undefined) throw new ConfigError('either --tls auto or --tls-certificate');
    const read = () => readOwnCertificate(tls_certificate, tls_key);
    read();
    return { kind: 'own', read };
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
    ca: settings.acme_ca_file === undefined ? null : readFor('--acme-ca-file', settings.acme_ca_file),
    http_port: settings.http_port,
  };
}

/** Throws a {@link ConfigError} that names the file. */
export function readOwnCertificate(certificate_file: string, key_file: string): Certificate {
  const chain = readFor('--tls-certificate', certificate_file);
  const key = readFor('--tls-key', key_file);
  try {
    return ownCertificate(chain, key);
  } catch (error) {
    throw new ConfigError(`--tls-certificate: ${(error as Error).message}`);
  }
}

function readFor(option: string, path: string): string {
  try {
    return readSmallFile(path);
  } catch (error) {
    throw new ConfigError(`${option}: ${(error as Error).message}`);
  }
}
