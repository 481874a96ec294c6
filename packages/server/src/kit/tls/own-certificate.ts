// A certificate that the operator has in files. Whoever renews them replaces them, and the server takes what it finds. [TL8]
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Component } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../logging/logger.ts';
import { type Certificate, expiryOf, type KeyPair } from './certificate.ts';

const READ_EVERY_MS = 5000;

/** Throws an error with a sentence that continues "the certificate can't be used: ". */
export function ownCertificate({ chain, key }: KeyPair): Certificate {
  const certificate = parseOr(
    'the certificate file holds no certificate in PEM format',
    () => new X509Certificate(chain),
  );
  const private_key = parseOr('the key file holds no key in PEM format, or one with a passphrase', () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(private_key)) throw new Error('the key does not belong to the certificate');
  return { key, chain, is_temporary: false };
}

function parseOr<T>(otherwise: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new Error(otherwise);
  }
}

/** The first name that the certificate is for, unless it is a wildcard. */
export function nameOf({ chain }: Certificate): string | null {
  const names = new X509Certificate(chain).subjectAltName?.split(', ') ?? [];
  const [name] = names.filter((each) => each.startsWith('DNS:') && !each.includes('*'));
  return name?.slice('DNS:'.length) ?? null;
}

/** Reads the files again and again: links to them may be exchanged, which no watcher of the system reports reliably. */
export class OwnCertificateKeeper implements Component {
  private timer: ReturnType<typeof setInterval> | undefined;
  /** The last failure, which is logged once. */
  private failure: string | null = null;

  constructor(
    private current: Certificate,
    private readonly parts: {
      readonly log: Logger;
      read(): KeyPair;
      use(certificate: Certificate): Promise<void>;
    },
  ) {}

  get expires_at(): number {
    return expiryOf(this.current);
  }

  start(): void {
    this.timer = setInterval(() => this.check(), READ_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Certificate and key may be replaced one after the other: until they belong together the server keeps those it has. */
  private async check(): Promise<void> {
    const { log, read, use } = this.parts;
    try {
      const { chain, key } = read();
      if (chain !== this.current.chain || key !== this.current.key) {
        this.current = ownCertificate({ chain, key });
        await use(this.current);
        log.info({ valid_until: new Date(this.expires_at).toISOString() }, 'uses the new certificate');
      }
      this.failure = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.failure) log.error({}, `can't use the new certificate, keeps the old one: ${message}`);
      this.failure = message;
    }
  }
}
