// How the server gets its certificate.

export interface TlsOptions {
  /** What the certificate is for; the first one is in the server's address. */
  readonly hosts: readonly string[];
  /** The ACME directory of the authority. */
  readonly directory: string;
  /** Where the authority writes to. */
  readonly email: string | null;
  /** PEM: the root that the authority's own address is trusted by; null for the usual ones. */
  readonly ca: string | null;
  /** The port that the authority reaches as port 80. */
  readonly http_port: number;
}
