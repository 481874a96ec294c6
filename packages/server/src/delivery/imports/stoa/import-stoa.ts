// Imports our own archive into a server without organizations, with all ids as they are. Closed until everything is in; a run
// that was killed goes on. [IM21] [IM22]
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RealmId } from '@stoa/contract';
import { getRealm, hostName, listRealms } from '../../../identity/realm/realm.queries.ts';
import type { Realm } from '../../../kit/actor.ts';
import { seconds } from '../../../kit/clock.ts';
import { batchesOf } from '../../../kit/database/batches.ts';
import type { Store } from '../../../kit/database/connection.ts';
import type { FileServices } from '../../../kit/files/file-services.ts';
import { keepFiles, storeFiles } from '../../../kit/files/loose-files.ts';
import type { Writer } from '../../../kit/write.ts';
import { type Column, findColumns } from '../../exports/stoa/stoa-rows.queries.ts';
import { BOUND_TO_SECRET, FILES } from '../../exports/stoa/stoa-tables.rules.ts';
import { ArchiveError } from '../archive.ts';
import { beginImport, endImport, findIds, findImport, recordIds, removeIds } from '../import-ids.actions.ts';
import { type ArchivedRow, readPart, type StoaArchive, type TablePart } from './stoa-archive.ts';
import { endSetup, indexRows, insertRows, openAsArchived, reserveIds } from './stoa-rows.actions.ts';

export interface StoaImport {
  readonly store: Store;
  readonly writer: Writer;
  readonly files: FileServices;
  readonly archive: StoaArchive;
  /** The root URL; null for the one that the organization had. */
  readonly url: string | null;
  readonly now: number;
  /** Of this server's secret. */
  readonly secret_mark: string;
  readonly progress: (text: string) => void;
}

/** Tables that stay behind because this server has another secret. */
export const tablesWithoutSecret = ({ manifest }: StoaArchive, secret_mark: string): ReadonlySet<string> =>
  manifest.secret_mark === secret_mark ? new Set() : BOUND_TO_SECRET;

const FILES_AT_ONCE = 50;

export async function importStoa(request: StoaImport): Promise<Realm> {
  const { store, writer, archive, now, progress } = request;
  const { manifest, parts, digest } = archive;
  const realm_id = manifest.realm_id as RealmId;
  const columns = await columnsOf(store, parts);
  const realm_part = parts[0]!;
  const row = await readOrganization(archive, realm_part, realm_id);
  await begin(request, realm_part, row, columns);
  const done = await findIds<number>(store.db, realm_id, 'archive');
  const left_out = tablesWithoutSecret(archive, request.secret_mark);
  let rows = 0;
  for (const part of parts.slice(1)) {
    if (done.has(part.path) || left_out.has(part.table)) continue;
    const read = await readPart(archive, part);
    checkOwner(part, read, realm_id);
    await writer.write(realm_id, async ({ tx }) => {
      await insertRows(tx, part, columns.get(part.table)!, read);
      if (part.table === 'messages') await indexRows(tx, read);
      await recordIds(tx, realm_id, 'archive', [[part.path, read.length]]);
    });
    rows += read.length;
    progress(`Rows: ${rows}, ${part.table}`);
  }
  await importFiles(request, realm_id, done);
  await writer.write(realm_id, async ({ tx }) => {
    const begun = await findImport(tx, row.host as string);
    if (begun?.digest !== digest) throw new ArchiveError('another import took its place');
    await endImport(tx, realm_id, seconds(now));
    await openAsArchived(tx, realm_id, row.deactivated_at as number | null);
  });
  while ((await writer.write(realm_id, ({ tx }) => removeIds(tx, realm_id))) > 0);
  return getRealm(store.db, realm_id);

  async function begin(
    { url }: StoaImport,
    part: TablePart,
    organization: Record<string, unknown>,
    of: ReadonlyMap<string, readonly Column[]>,
  ): Promise<void> {
    const address = rootOf(url ?? manifest.url);
    Object.assign(organization, { url: address.origin, host: hostName(address.host) });
    await writer.write(null, async ({ tx }) => {
      const begun = await findImport(tx, organization.host as string);
      if (begun !== null && begun.finished_at === null && begun.digest === digest) return;
      if ((await listRealms(tx)).length > 0)
        throw new ArchiveError('there is an organization already: our own archive is imported into an empty server');
      const ids = [...of].flatMap(([table, own]) => {
        const counted = own.find(({ is_counted }) => is_counted);
        return counted ? [{ table, column: counted.name, last: manifest.last_ids[table] ?? 0 }] : [];
      });
      await reserveIds(tx, ids);
      const closed = { ...organization, deactivated_at: seconds(now), log_floor: organization.last_event_id };
      await insertRows(tx, part, of.get('realms')!, [closed]);
      await beginImport(tx, { realm_id, format: 'stoa', digest });
      await endSetup(tx);
    });
  }
}

function rootOf(url: string): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ArchiveError(`the address of an organization must be an http:// or https:// URL, not "${url}"`);
  return new URL(url);
}

async function columnsOf({ db }: Store, parts: readonly TablePart[]): Promise<Map<string, Column[]>> {
  const columns = new Map<string, Column[]>();
  for (const { table } of parts) if (!columns.has(table)) columns.set(table, await findColumns(db, table));
  return columns;
}

async function readOrganization(archive: StoaArchive, part: TablePart, realm_id: RealmId) {
  const rows = await readPart(archive, part);
  if (rows.length !== 1 || archive.parts[1]?.table === 'realms')
    throw new ArchiveError('there must be one organization', part.path);
  checkOwner(part, rows, realm_id);
  return { ...rows[0]! } as Record<string, unknown>;
}

function checkOwner({ path }: TablePart, rows: readonly ArchivedRow[], realm_id: RealmId): void {
  const foreign = rows.findIndex((row) => row.realm_id !== undefined && row.realm_id !== realm_id);
  if (foreign !== -1) throw new ArchiveError('the row is of another organization', path, foreign + 1);
}

async function importFiles(
  { writer, files, archive, now, progress }: StoaImport,
  realm_id: RealmId,
  done: ReadonlyMap<string, number>,
): Promise<void> {
  const keys = archive.files.filter((key) => !done.has(`${FILES}${key}`));
  let stored = 0;
  for (const batch of batchesOf(keys, FILES_AT_ONCE)) {
    const copies: { key: string; path: string; content_type: string }[] = [];
    for (const key of batch) {
      const path = files.incoming.path();
      await pipeline(Readable.from(archive.source.open(`${FILES}${key}`)), createWriteStream(path, { mode: 0o600 }));
      copies.push({ key, path, content_type: 'application/octet-stream' });
    }
    await storeFiles(files, realm_id, now, copies);
    await writer.write(realm_id, async ({ tx }) => {
      await keepFiles(tx, batch);
      await recordIds(
        tx,
        realm_id,
        'archive',
        batch.map((key) => [`${FILES}${key}`, 1] as const),
      );
    });
    for (const { path } of copies) await files.incoming.discard(path);
    stored += batch.length;
    progress(`Files: ${stored} of ${keys.length}`);
  }
}
