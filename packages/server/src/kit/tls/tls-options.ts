// How the server gets its certificate.
import type { Certificate, KeyPair } from './certificate.ts';

/** From an authority, by ACME. */
export interface AcmeOptions {
  readonly kind: 'acme';
  /** Host names of the certificate; the first is the one in the server's address. */
  readonly hosts: readonly string[];
  /** URL of the authority's ACME directory. */
  readonly directory: string;
  /** Contact address for the authority. */
  readonly email: string | null;
  /** PEM: the root certificate to trust when connecting to the authority; null for the default ones. */
  readonly ca: string | null;
  /** The port that the authority reaches as port 80. */
  readonly http_port: number;
}

/** From files that the operator replaces before it expires. */
export interface OwnCertificateOptions {
  readonly kind: 'own';
  /** As the files are at the start. */
  readonly certificate: Certificate;
  /** Reads the files again; throws an error with a sentence for the operator. */
  read(): KeyPair;
}

export type TlsOptions = AcmeOptions | OwnCertificateOptions;
