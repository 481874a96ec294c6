// The certificate of a server that speaks HTTPS itself, with what keeps it valid.

import type { Logger } from '../logging/logger.ts';
import type { Clock } from '../time/clock.ts';
import type { Certificate } from './certificate.ts';
import { CertificateFiles } from './certificate-files.ts';
import { CertificateKeeper, firstCertificate } from './certificates.ts';
import type { TlsOptions } from './tls-options.ts';

export interface Tls {
  /** To listen with at first. */
  readonly certificate: Certificate;
  /** The name in the server's address. */
  readonly host: string;
  /** Responses to the authority's challenges on port 80, by token. */
  readonly challenges: ReadonlyMap<string, string>;
  /** Keeps the certificate valid; `use` makes the server use another one. */
  keeper(use: (certificate: Certificate) => Promise<void>): CertificateKeeper;
}

export async function openTls(
  options: TlsOptions,
  { data, clock, log }: { readonly data: string; readonly clock: Clock; readonly log: Logger },
): Promise<Tls> {
  const { hosts } = options;
  const files = new CertificateFiles(data, options.directory);
  const challenges = new Map<string, string>();
  const certificate = await firstCertificate({ hosts, files, clock });
  const order = async (signal: AbortSignal) => {
    const { orderCertificate } = await import('./acme.ts');
    return orderCertificate(options, { files, challenges }, signal);
  };
  return {
    certificate,
    host: hosts[0]!,
    challenges,
    keeper: (use) => new CertificateKeeper(certificate, { hosts, files, clock, log, order, use }),
  };
}
