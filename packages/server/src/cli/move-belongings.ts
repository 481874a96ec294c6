// What belongs to a store and is not in its database: the secret and, unless they are in a bucket, the uploaded files.

import { existsSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bucketOfFiles } from '../config/file-settings.ts';
import { readSecret } from '../identity/auth/secret.ts';
import { findSecretMark } from '../identity/auth/secret-mark.actions.ts';
import { ApiKeys } from '../kit/api-keys.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { StoreLocation } from '../kit/database/open.ts';
import { openFiles } from '../kit/files/file-store.ts';
import { Incoming } from '../kit/files/incoming.ts';
import { findStoredFiles } from '../slices.ts';
import { CommandError } from './command.ts';
import type { MigrateValues } from './migrate-declaration.ts';
import type { MoveProgress } from './move-progress.ts';

const KEYS_PER_LOOK = 500;

export class Belongings {
  private constructor(
    private readonly values: MigrateValues,
    private readonly db: Connection,
    /** The data directory to serve from then on. */
    private readonly data: string,
    private readonly secret: string | null,
  ) {}

  /** Throws if the secret that the data was written with is not at hand: without it every API key would end. */
  static async find(values: MigrateValues, db: Connection, to: StoreLocation): Promise<Belongings> {
    if (to.database !== null) return new Belongings(values, db, values.data, null);
    const mark = await findSecretMark(db);
    const found = [values.secret ?? null, readSecret(join(to.data, 'secret')), readSecret(join(values.data, 'secret'))];
    const secret = found.find((secret) => secret !== null && new ApiKeys(secret).derive('mark') === mark) ?? null;
    if (mark !== null && secret === null)
      throw new CommandError(
        'the secret that the data was written with is not at hand: name the data directory of the server with --data, or set STOA_SECRET',
      );
    return new Belongings(values, db, to.data, secret);
  }

  /** Files that are there already are not copied again. */
  async copyFiles(progress: MoveProgress): Promise<void> {
    if (bucketOfFiles(this.values) !== null || resolve(this.data) === resolve(this.values.data)) return;
    const [from, to] = [openFiles(this.values.data, null), openFiles(this.data, null)];
    const keys = await findStoredFiles(this.db);
    const incoming = new Incoming(this.data);
    try {
      for (let at = 0; at < keys.length; at += KEYS_PER_LOOK) {
        const some = keys.slice(at, at + KEYS_PER_LOOK);
        const [here, there] = [await from.sizes(some), await to.sizes(some)];
        for (const key of some) {
          const file = here.get(key) === there.get(key) ? null : await from.borrow(key);
          if (file === null) continue;
          const path = incoming.path();
          await copyFile(file.path, path);
          await to.put(key, path, 'application/octet-stream');
        }
        progress.report('files', at + some.length, keys.length);
      }
    } finally {
      incoming.close();
    }
  }

  copySecret(): void {
    const path = join(this.data, 'secret');
    if (this.secret === null || this.secret === this.values.secret || existsSync(path)) return;
    writeFileSync(path, `${this.secret}\n`, { mode: 0o600, flush: true, flag: 'wx' });
  }
}
