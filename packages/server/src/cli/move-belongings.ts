// Moves the parts of a store outside its database: the secret and, unless they are in a bucket, the uploaded files.

import { existsSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bucketOfFiles } from '../config/file-settings.ts';
import { readSecret } from '../identity/auth/secret.ts';
import { findSecretMark } from '../identity/auth/secret-mark.actions.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { StoreLocation } from '../kit/database/open.ts';
import { withStoredFile } from '../kit/files/file-store.ts';
import { Incoming } from '../kit/files/incoming.ts';
import { openFiles } from '../kit/files/open-files.ts';
import type { S3Options } from '../kit/files/s3-bucket.ts';
import { ApiKeys } from '../kit/secrets/api-keys.ts';
import { findStoredFiles } from '../slices.ts';
import { CommandError, UsageError } from './command.ts';
import type { MigrateValues } from './migrate-declaration.ts';
import type { MoveProgress } from './move-progress.ts';

const KEYS_PER_LOOK = 500;

interface FilePlace {
  readonly data: string;
  /** Null: in the data directory. */
  readonly bucket: S3Options | null;
}

interface FilePlaces {
  readonly source: FilePlace;
  readonly target: FilePlace;
}

/** Without `--files-to`, files stay in their bucket, or go from one data directory to the other. */
function filePlaces(values: MigrateValues, from: StoreLocation, to: StoreLocation): FilePlaces {
  const bucket = bucketOfFiles(values);
  const [data, target_data] = [values.data, to.database === null ? to.data : values.data];
  if (values.files_from === undefined || values.files_to === undefined)
    return { source: { data, bucket }, target: { data: target_data, bucket } };
  if (values.files_from !== 'data' && values.files_to !== 'data')
    throw new UsageError('one of --files-from and --files-to must be data: tools of the S3 store copy between buckets');
  // An embedded database stands beside its files, whose directory serves its PostgreSQL copy.
  const source_data = from.database === null ? from.data : data;
  const final_data = to.database === null ? to.data : source_data;
  return {
    source: { data: source_data, bucket: bucketNamed(values.files_from, bucket) },
    target: { data: final_data, bucket: bucketNamed(values.files_to, bucket) },
  };
}

function bucketNamed(place: string, settings: S3Options | null): S3Options | null {
  if (place === 'data') return null;
  const name = /^s3:\/\/([^/]+)$/.exec(place)?.[1];
  if (name === undefined) throw new UsageError(`write data or s3://BUCKET, not ${place}`);
  if (settings === null) throw new UsageError(`${place} needs the --s3-... settings of its store`);
  return { ...settings, bucket: name };
}

function isSamePlace(a: FilePlace, b: FilePlace): boolean {
  if (a.bucket === null && b.bucket === null) return resolve(a.data) === resolve(b.data);
  return a.bucket?.bucket === b.bucket?.bucket;
}

export class Belongings {
  private constructor(
    private readonly values: MigrateValues,
    private readonly db: Connection,
    /** The data directory to serve from then on. */
    private readonly data: string,
    private readonly secret: string | null,
    private readonly files: FilePlaces,
  ) {}

  /** Throws if the secret that the data was written with is not at hand: without it every API key would end. */
  static async find(
    values: MigrateValues,
    db: Connection,
    from: StoreLocation,
    to: StoreLocation,
  ): Promise<Belongings> {
    const files = filePlaces(values, from, to);
    if (to.database !== null) return new Belongings(values, db, values.data, null, files);
    const mark = await findSecretMark(db);
    const found = [values.secret ?? null, readSecret(join(to.data, 'secret')), readSecret(join(values.data, 'secret'))];
    const secret = found.find((secret) => secret !== null && new ApiKeys(secret).derive('mark') === mark) ?? null;
    if (mark !== null && secret === null)
      throw new CommandError(
        'the secret that the data was written with is not at hand: name the data directory of the server with --data, or set STOA_SECRET',
      );
    return new Belongings(values, db, to.data, secret, files);
  }

  /** Files that are there already are not copied again. */
  async copyFiles(progress: MoveProgress): Promise<void> {
    const { source, target } = this.files;
    if (isSamePlace(source, target)) return;
    const [from, to] = [openFiles(source.data, source.bucket), openFiles(target.data, target.bucket)];
    await Promise.all([from.check(), to.check()]);
    const keys = await findStoredFiles(this.db);
    const incoming = new Incoming(target.data);
    try {
      for (let at = 0; at < keys.length; at += KEYS_PER_LOOK) {
        const some = keys.slice(at, at + KEYS_PER_LOOK);
        const [here, there] = [await from.sizes(some), await to.sizes(some)];
        for (const key of some) {
          if (here.get(key) === there.get(key)) continue;
          const path = incoming.path();
          if (await withStoredFile(from, key, (stored) => copyFile(stored, path)))
            await to.put(key, path, 'application/octet-stream');
        }
        const copied = await to.sizes(some);
        const wrong = some.find((key) => here.get(key) !== copied.get(key));
        if (wrong !== undefined) throw new CommandError(`the file ${wrong} was not copied whole: repeat the command`);
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
