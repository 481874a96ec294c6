// Keeps the server's certificate valid: the stored one, or a temporary one at first, and a new one from the authority in time.

import type { Component } from '../lifecycle/lifecycle.ts';
import type { Logger } from '../logging/logger.ts';
import type { Clock } from '../time/clock.ts';
import { type Certificate, expiryOf, isFor, renewalTime } from './certificate.ts';
import type { CertificateFiles } from './certificate-files.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Doubled after each failure: 4 attempts in the first hour, since Let's Encrypt takes 5 failures per hour and name. [TL5] */
const RETRY_FIRST_MS = 5 * MINUTE_MS;
const RETRY_MAX_MS = 6 * 60 * MINUTE_MS;
/** Timers do not survive sleep and jumps of the clock well, so the time is compared at least this often. */
const CHECK_MAX_MS = 60 * MINUTE_MS;
const TEMPORARY_LIFETIME_MS = 365 * DAY_MS;
const REASON_MAX = 300;

export interface CertificateParts {
  readonly hosts: readonly string[];
  readonly files: CertificateFiles;
  readonly clock: Clock;
  readonly log: Logger;
  order(signal: AbortSignal): Promise<Certificate>;
  /** Makes the server use another certificate. */
  use(certificate: Certificate): Promise<void>;
}

/** The stored certificate, even if it has expired, or a temporary one. */
export async function firstCertificate({
  hosts,
  files,
  clock,
}: Pick<CertificateParts, 'hosts' | 'files' | 'clock'>): Promise<Certificate> {
  const stored = files.certificate(hosts);
  if (stored !== null) return stored;
  const { selfSigned } = await import('./self-signed.ts');
  return selfSigned(hosts, clock.now(), TEMPORARY_LIFETIME_MS);
}

export class CertificateKeeper implements Component {
  /** Failed orders since the start. */
  failures = 0;
  private failures_in_row = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private current: Certificate,
    private readonly parts: CertificateParts,
  ) {}

  get expires_at(): number {
    return expiryOf(this.current);
  }

  start(): void {
    this.schedule(0);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.stopping.abort();
  }

  /** Orders a certificate if one is due. Returns the milliseconds until the next check. */
  async check(): Promise<number> {
    const { clock } = this.parts;
    const due = renewalTime(this.current);
    if (clock.now() < due) return due - clock.now();
    try {
      await this.renew();
    } catch (error) {
      return this.failed(error as Error);
    }
    this.failures_in_row = 0;
    // An authority whose certificates are due at once must not be asked in a loop.
    return Math.max(renewalTime(this.current) - clock.now(), 0) || RETRY_FIRST_MS;
  }

  private async renew(): Promise<void> {
    const { hosts, files, log, order, use } = this.parts;
    const certificate = await order(this.stopping.signal);
    if (!isFor(certificate, hosts)) throw new Error('the certificate is not for these names');
    this.current = certificate;
    await use(certificate);
    const valid_until = new Date(this.expires_at).toISOString();
    log.info({ valid_until }, `got a certificate for ${hosts.join(', ')}`);
    files.save(certificate);
  }

  private failed({ message }: Error): number {
    if (this.stopping.signal.aborted) return RETRY_MAX_MS;
    this.failures += 1;
    const wait = Math.min(RETRY_FIRST_MS * 2 ** this.failures_in_row, RETRY_MAX_MS);
    this.failures_in_row += 1;
    const reason = message.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX);
    const { hosts, log } = this.parts;
    log.error(
      { attempt: this.failures_in_row },
      `can't get a certificate for ${hosts.join(', ')}: ${reason}; next attempt in ${wait / MINUTE_MS} minutes`,
    );
    return wait;
  }

  private schedule(wait_ms: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(async () => this.schedule(Math.min(await this.check(), CHECK_MAX_MS)), wait_ms);
  }
}
