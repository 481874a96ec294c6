// Where the certificate and the key of the account are kept: a directory per authority, so that changing the authority, say
// from its staging address, never serves what the other one signed.
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, isFor } from './certificate.ts';

const OWNER_ONLY = 0o600;
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----\n?/;

export class CertificateFiles {
  private readonly directory: string;

  constructor(data: string, authority_url: string) {
    this.directory = join(data, 'tls', new URL(authority_url).host.replaceAll(/[^\w.-]/g, '_'));
  }

  /** Null if there is none for these names, or if it can't be read: another one will be ordered. */
  certificate(hosts: readonly string[]): Certificate | null {
    try {
      const text = this.read('certificate.pem');
      const key = text === null ? null : KEY.exec(text)?.[0];
      if (!text || !key) return null;
      const certificate = { key, chain: text.replace(KEY, '').trimStart(), is_temporary: false };
      return isFor(certificate, hosts) ? certificate : null;
    } catch {
      return null;
    }
  }

  /** Key and certificates are one file, so that a crash never leaves one without the other. */
  save({ key, chain }: Certificate): void {
    this.write('certificate.pem', `${key.trimEnd()}\n${chain}`);
  }

  /** The key by which the authority knows this server; made and stored at first use. */
  async accountKey(make: () => Promise<string>): Promise<string> {
    const stored = this.read('account.pem');
    if (stored !== null) return stored;
    const key = await make();
    this.write('account.pem', key);
    return key;
  }

  private read(name: string): string | null {
    try {
      return readFileSync(join(this.directory, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  private write(name: string, text: string): void {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    const path = join(this.directory, name);
    const draft = `${path}-${process.pid}`;
    writeFileSync(draft, text, { mode: OWNER_ONLY, flush: true });
    // A draft that a crash left behind keeps its mode when it is written again.
    chmodSync(draft, OWNER_ONLY);
    renameSync(draft, path);
  }
}
