// What HTTPS is started with, by the settings.
import type { TlsOptions } from '../kit/tls/tls-options.ts';
import type { ServerSettings } from './config.ts';
import { readSmallFile } from './read-small-file.ts';
import { ConfigError } from './setting.ts';

/** Null where a proxy speaks HTTPS. [TL1] */
export function tlsOptions(settings: ServerSettings): TlsOptions | null {
  if (settings.tls === undefined) return null;
  if (settings.database !== undefined)
    throw new ConfigError(
      '--tls auto is for a server with the embedded database: nodes that share a database are behind a proxy, which has the certificate',
    );
  return {
    hosts: settings.tls_hosts!,
    directory: settings.acme_directory,
    email: settings.acme_email ?? null,
    ca: settings.acme_ca_file === undefined ? null : readRoot(settings.acme_ca_file),
    http_port: settings.http_port,
  };
}

function readRoot(path: string): string {
  try {
    return readSmallFile(path);
  } catch (error) {
    throw new ConfigError(`--acme-ca-file: ${(error as Error).message}`);
  }
}
