// The certificate of a server that speaks HTTPS itself, with what keeps it valid.

import type { Component } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../logging/logger.ts';
import type { Clock } from '../time/clock.ts';
import type { Certificate } from './certificate.ts';
import { CertificateFiles } from './certificate-files.ts';
import { CertificateKeeper, firstCertificate } from './certificates.ts';
import { nameOf, OwnCertificateKeeper } from './own-certificate.ts';
import type { AcmeOptions, OwnCertificateOptions, TlsOptions } from './tls-options.ts';

interface Keeper extends Component {
  /** When the certificate in use expires, in milliseconds since 1970. */
  readonly expires_at: number;
  /** Failed orders since the start, where certificates are ordered. */
  readonly failures?: number;
}

/** The challenges that an authority requests on port 80. */
export interface Challenged {
  readonly hosts: readonly string[];
  readonly http_port: number;
  /** Responses to its challenges, by token. */
  readonly challenges: ReadonlyMap<string, string>;
}

export interface Tls {
  /** The certificate to start listening with. */
  readonly certificate: Certificate;
  /** The name in the server's address; null if the certificate has none. */
  readonly host: string | null;
  /** Null where no authority asks. */
  readonly challenged: Challenged | null;
  /** Keeps the certificate valid; `use` makes the server use another one. */
  keeper(use: (certificate: Certificate) => Promise<void>): Keeper;
}

interface TlsParts {
  readonly data: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export async function openTls(options: TlsOptions, parts: TlsParts): Promise<Tls> {
  return options.kind === 'acme' ? openAcme(options, parts) : openOwn(options, parts);
}

async function openAcme(options: AcmeOptions, { data, clock, log }: TlsParts): Promise<Tls> {
  const { hosts, http_port } = options;
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
    challenged: { hosts, http_port, challenges },
    keeper: (use) => new CertificateKeeper(certificate, { hosts, files, clock, log, order, use }),
  };
}

function openOwn({ certificate, read }: OwnCertificateOptions, { log }: TlsParts): Tls {
  return {
    certificate,
    host: nameOf(certificate),
    challenged: null,
    keeper: (use) => new OwnCertificateKeeper(certificate, { log, read, use }),
  };
}
