// The backups of a target: `backups/TIME/` with the database, the secret and the manifest of each, and `files/`, which they share.
import { createHash, randomBytes } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { BackupTarget, Chunks } from './backup-target.ts';
import { type Manifest, type Part, readManifest, writeManifest } from './manifest.ts';
import { Sealer, sealedSize } from './sealing.ts';

const BACKUPS = 'backups/';
const FILES = 'files/';
const MANIFEST = 'manifest.json';
const SEALED_MANIFEST = 'manifest.sealed';

export interface BackupEntry {
  /** The name of its directory: `2026-11-22T19-30-00Z`. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly is_sealed: boolean;
}

const DAY_MS = 86_400_000;

/** True if a clock was wrong, now or when it was made. */
export const isOfFuture = ({ time }: BackupEntry, now: number): boolean => time > now + DAY_MS;

export class BackupStore {
  readonly sealer: Sealer | null;

  constructor(
    readonly target: BackupTarget,
    passphrase: string | null,
  ) {
    this.sealer = passphrase === null ? null : new Sealer(passphrase);
  }

  /** Whole backups, oldest first. */
  async entries(): Promise<BackupEntry[]> {
    const entries: BackupEntry[] = [];
    for (const { name } of await this.target.list(BACKUPS)) {
      const [, id, file] = /^backups\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
      if (id === undefined || (file !== MANIFEST && file !== SEALED_MANIFEST)) continue;
      entries.push({ id, time: timeOf(id), is_sealed: file === SEALED_MANIFEST });
    }
    return entries.sort((a, b) => a.time - b.time || a.id.localeCompare(b.id, 'en', { numeric: true }));
  }

  /** The named one, or the newest; throws if that one is dated after `now`. [BU18] */
  async entry(id: string | undefined, now: number): Promise<BackupEntry> {
    const entries = await this.entries();
    if (entries.length === 0) throw new BackupError(`there is no whole backup in ${this.target.name}`);
    const found = id === undefined ? entries.at(-1) : entries.find((entry) => entry.id === id);
    const all = () => `there are ${entries.map((entry) => entry.id).join(', ')}`;
    if (!found) throw new BackupError(`there is no backup "${id}" in ${this.target.name}: ${all()}`);
    if (id === undefined && isOfFuture(found, now))
      throw new BackupError(
        `${found.id} in ${this.target.name} has a date in the future, so it is not sure which backup is the newest: ` +
          `name one with --id; ${all()}`,
      );
    return found;
  }

  async manifestOf({ id, is_sealed }: BackupEntry): Promise<Manifest> {
    const name = `${BACKUPS}${id}/${is_sealed ? SEALED_MANIFEST : MANIFEST}`;
    return readManifest(
      Buffer.concat(await Array.fromAsync(this.open(name, is_sealed))),
      `${this.target.name}/${name}`,
    );
  }

  async writeManifest(id: string, manifest: Manifest): Promise<void> {
    const bytes = [writeManifest(manifest)];
    const name = `${BACKUPS}${id}/${this.sealer ? SEALED_MANIFEST : MANIFEST}`;
    await this.target.write(name, this.sealer ? this.sealer.seal(bytes) : bytes);
  }

  /** A name for a part of a backup. */
  nameIn(id: string, name: string): string {
    return `${BACKUPS}${id}/${name}${this.sealer ? '.sealed' : ''}`;
  }

  /** A name for a file that all backups share; where it is encrypted, the name says nothing. */
  nameOfFile(key: string): string {
    return FILES + (this.sealer ? randomBytes(16).toString('hex') : key);
  }

  storedSize(size: number): number {
    return this.sealer ? sealedSize(size) : size;
  }

  async write(object: string, chunks: Chunks): Promise<Part> {
    const hash = createHash('sha256');
    let size = 0;
    async function* counted() {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    await this.target.write(object, this.sealer ? this.sealer.seal(counted()) : counted());
    return { object, size, sha256: hash.digest('hex') };
  }

  /** The bytes of a part; throws at their end if they are not those that were written. */
  async *read({ object, size, sha256 }: Part, is_sealed: boolean): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let read = 0;
    for await (const chunk of this.open(object, is_sealed)) {
      hash.update(chunk);
      read += chunk.length;
      yield chunk;
    }
    if (read !== size || hash.digest('hex') !== sha256)
      throw new BackupError(`${this.target.name}/${object} is damaged: it is not what was written`);
  }

  private open(object: string, is_sealed: boolean): AsyncIterable<Uint8Array> {
    if (!is_sealed) return this.target.read(object);
    if (this.sealer === null)
      throw new BackupError(
        `${this.target.name} is encrypted: set STOA_BACKUP_PASSPHRASE or STOA_BACKUP_PASSPHRASE_FILE`,
      );
    return this.sealer.open(this.target.read(object), `${this.target.name}/${object}`);
  }

  /** Removes a backup's own objects, the manifest first: what remains after a crash is no whole backup. */
  async remove(id: string): Promise<void> {
    for (const name of [MANIFEST, SEALED_MANIFEST]) await this.target.remove(`${BACKUPS}${id}/${name}`);
    for (const { name } of await this.target.list(`${BACKUPS}${id}/`)) await this.target.remove(name);
  }

  /** Removes what backups that were never finished, or that were removed, have left. Returns how many objects. */
  async collect(now: number, manifests: readonly (readonly [BackupEntry, Manifest])[]): Promise<number> {
    const whole = new Set(manifests.map(([{ id }]) => id));
    const needed = new Set(manifests.flatMap(([, { files }]) => (files ?? []).map(({ object }) => object)));
    const is_own = ({ name }: { name: string }) => whole.has(name.split('/')[1]!) && !name.endsWith('.partial');
    const left = [
      ...(await this.target.list(BACKUPS)).filter((object) => !is_own(object)),
      ...(await this.target.list(FILES)).filter(({ name }) => !needed.has(name)),
    ].filter(({ changed_at }) => now - changed_at >= this.target.unsure_ms);
    for (const { name } of left) await this.target.remove(name);
    return left.length;
  }
}

export function idOf(time: number): string {
  return new Date(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

function timeOf(id: string): number {
  const time = Date.parse(id.replace(/T(\d\d)-(\d\d)-(\d\d)Z.*$/, 'T$1:$2:$3Z'));
  return Number.isNaN(time) ? 0 : time;
}
