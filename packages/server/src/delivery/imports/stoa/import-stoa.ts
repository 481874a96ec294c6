// Imports our own archive: into a server without organizations with all ids as they are, otherwise with all ids shifted
// above the existing ones. Deactivated until the import is complete; an interrupted run continues. [IM21] [IM22] [IM24]
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RealmId } from '@stoa/contract';
import { getRealm, hostName, listRealms } from '../../../identity/realm/realm.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import { batchesOf } from '../../../kit/database/batches.ts';
import type { Store, Transaction } from '../../../kit/database/connection.ts';
import type { FileServices } from '../../../kit/files/file-services.ts';
import { keepFiles, storeFiles } from '../../../kit/files/loose-files.ts';
import { seconds } from '../../../kit/time/clock.ts';
import type { Writer } from '../../../kit/write/write.ts';
import { type Column, findColumns } from '../../exports/stoa/stoa-rows.queries.ts';
import { BOUND_TO_SECRET, FILES } from '../../exports/stoa/stoa-tables.rules.ts';
import { ArchiveError } from '../archive-error.ts';
import { claimImport, endClaim, type ImportWriter } from '../import-claim.actions.ts';
import { beginImport, endImport, findIds, findImport, recordIds, removeIds } from '../import-ids.actions.ts';
import { type Distances, FIELD_OF_PEOPLE, MovedIds } from './move-ids.rules.ts';
import { type ArchivedRow, checkOwner, FIRST_ROW, readPart, type StoaArchive, type TablePart } from './stoa-archive.ts';
import {
  endSetup,
  findLastIds,
  indexRows,
  insertRows,
  isTaken,
  openAsArchived,
  reserveIds,
} from './stoa-rows.actions.ts';

export interface StoaImport {
  readonly store: Store;
  readonly writer: Writer;
  readonly files: FileServices;
  readonly archive: StoaArchive;
  /** The organizations of the same server in one import, including this one: their ids don't overlap. [IM25] */
  readonly together?: readonly StoaArchive[];
  /** The root URL; null keeps the organization's own. */
  readonly url: string | null;
  readonly now: number;
  /** The mark of this server's secret. */
  readonly secret_mark: string;
  readonly progress: (text: string) => void;
}

/** Tables that are not imported because this server has another secret. */
const tablesWithoutSecret = ({ manifest }: StoaArchive, secret_mark: string): ReadonlySet<string> =>
  manifest.secret_mark === secret_mark ? new Set() : BOUND_TO_SECRET;

/** Secrets are bound to the ids of their rows, and sessions may be in use where the archive comes from. */
const BOUND_TO_IDS: ReadonlySet<string> = new Set([...BOUND_TO_SECRET, 'sessions']);

const FILES_AT_ONCE = 50;

export interface ImportedOrganization {
  readonly realm: Realm;
  readonly left_out: ReadonlySet<string>;
  /** True if all ids stay as they are in the archive. */
  readonly ids_stay: boolean;
}

export async function importStoa(request: StoaImport): Promise<ImportedOrganization> {
  const { store, archive, now, progress } = request;
  const { manifest, parts, digest } = archive;
  const columns = await columnsOf(store, parts);
  const row = await readOrganization(archive, parts[0]!);
  const address = rootOf(request.url ?? manifest.url);
  const host = hostName(address.host);
  const begun = await begin(request, { ...row, url: address.origin, host }, columns);
  const moved = new MovedIds(begun.distances, manifest.url, await findFieldsOfPeople(archive));
  const { realm_id } = begun;
  const writer = await claimImport(request.writer, realm_id, 'importing');
  const done = await findIds<number>(store.db, realm_id, 'archive');
  const left_out = moved.stays ? tablesWithoutSecret(archive, request.secret_mark) : BOUND_TO_IDS;
  let rows = 0;
  for (const part of parts.slice(1)) {
    if (done.has(part.path) || left_out.has(part.table)) continue;
    const archived = await readPart(archive, part);
    checkOwner(part, archived, manifest.realm_id);
    checkJobs(part, archived, moved);
    const read = archived.map((row) => moved.row(part.table, row));
    await writer.write(realm_id, async ({ tx }) => {
      await insertRows(tx, part, columns.get(part.table)!, read);
      if (part.table === 'messages') await indexRows(tx, read);
      await recordIds(tx, realm_id, 'archive', [[part.path, read.length]]);
    });
    rows += read.length;
    progress(`Rows: ${rows}, ${part.table}`);
  }
  await importFiles(request, writer, realm_id, done, moved);
  await writer.write(realm_id, async ({ tx }) => {
    const current = await findImport(tx, host);
    if (current?.digest !== digest) throw new ArchiveError('another import took its place');
    await endImport(tx, realm_id, seconds(now));
    await openAsArchived(tx, realm_id, row.deactivated_at as number | null);
  });
  while ((await writer.write(realm_id, ({ tx }) => removeIds(tx, realm_id))) > 0);
  await writer.write(realm_id, ({ tx }) => endClaim(tx, realm_id));
  return { realm: await getRealm(store.db, realm_id), left_out, ids_stay: moved.stays };
}

interface Begun {
  readonly realm_id: RealmId;
  readonly distances: Distances;
}

/** Reserves ids and creates the organization, deactivated; or finds what an earlier run began. */
function begin(
  { writer, archive: { manifest, parts, digest }, together = [], now, secret_mark }: StoaImport,
  organization: ArchivedRow & { readonly host: string },
  columns: ReadonlyMap<string, readonly Column[]>,
): Promise<Begun> {
  return writer.write(null, async ({ tx }) => {
    const begun = await findImport(tx, organization.host);
    if (begun !== null && begun.finished_at === null && begun.digest === digest)
      return { realm_id: begun.realm_id, distances: await findIds<number>(tx, begun.realm_id, 'distances') };
    const others = await listRealms(tx);
    if (others.some(({ url }) => hostName(new URL(url).host) === organization.host))
      throw new ArchiveError(`there is already an organization at ${organization.host}: give another --url`);
    // Nobody is assigned one of the following ids meanwhile.
    const manifests = [manifest, ...together.map((archive) => archive.manifest)];
    const lastOf = (table: string) => Math.max(...manifests.map(({ last_ids }) => last_ids[table] ?? 0));
    const counted = [...columns].flatMap(([table, own]) => {
      const column = own.find(({ is_counted }) => is_counted);
      return column ? [{ table, column: column.name, last: lastOf(table) }] : [];
    });
    const last_ids = await findLastIds(tx, counted);
    // API keys are derived from ids: those of a deleted organization's accounts must not fit accounts of this one. [IM62]
    const has_own_ids = others.length > 0 || manifest.secret_mark === secret_mark || (last_ids.get('users') ?? 0) === 0;
    const ids_stay = has_own_ids && (await areTogether(tx, others, together));
    const distances = ids_stay ? new Map<string, number>() : last_ids;
    await reserveIds(
      tx,
      counted.map((counter) => ({ ...counter, last: counter.last + (distances.get(counter.table) ?? 0) })),
    );
    const moved = new MovedIds(distances, manifest.url, new Set());
    const row = moved.row('realms', organization);
    const closed = {
      ...row,
      uuid: (await isTaken(tx, row.uuid as string)) ? randomUUID() : row.uuid,
      deactivated_at: seconds(now),
      log_floor: row.last_event_id,
    };
    await insertRows(tx, parts[0]!, columns.get('realms')!, [closed]);
    const realm_id = moved.id('realms', manifest.realm_id) as RealmId;
    await beginImport(tx, { realm_id, format: 'stoa', digest });
    await recordIds(tx, realm_id, 'distances', [...distances]);
    await endSetup(tx);
    return { realm_id, distances };
  });
}

/** Whether all organizations of the server came from this import, with unchanged ids. */
async function areTogether(
  tx: Transaction,
  organizations: readonly Realm[],
  together: readonly StoaArchive[],
): Promise<boolean> {
  const digests = new Map(together.map((archive) => [archive.digest, archive.manifest.realm_id]));
  for (const { realm_id, url } of organizations) {
    const known = await findImport(tx, hostName(new URL(url).host));
    if (known === null || digests.get(known.digest) !== realm_id) return false;
  }
  return true;
}

async function findFieldsOfPeople(archive: StoaArchive): Promise<ReadonlySet<number>> {
  const fields = new Set<number>();
  for (const part of archive.parts.filter(({ table }) => table === 'custom_profile_fields'))
    for (const { id, type } of await readPart(archive, part)) if (type === FIELD_OF_PEOPLE) fields.add(id as number);
  return fields;
}

/** The rest of such a job names ranges of messages, and is over in seconds. */
function checkJobs({ table, path }: TablePart, rows: readonly ArchivedRow[], moved: MovedIds): void {
  const moving = table === 'jobs' && !moved.stays ? rows.findIndex(({ kind }) => kind === 'move_messages') : -1;
  if (moving !== -1)
    throw new ArchiveError(
      'messages were being moved when the archive was made: make it again',
      path,
      moving + FIRST_ROW,
    );
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

async function readOrganization(archive: StoaArchive, part: TablePart): Promise<ArchivedRow> {
  const rows = await readPart(archive, part);
  if (rows.length !== 1 || archive.parts[1]?.table === 'realms')
    throw new ArchiveError('there must be one organization', part.path);
  checkOwner(part, rows, archive.manifest.realm_id);
  return rows[0]!;
}

async function importFiles(
  { files, archive, now, progress }: StoaImport,
  writer: ImportWriter,
  realm_id: RealmId,
  done: ReadonlyMap<string, number>,
  moved: MovedIds,
): Promise<void> {
  const keys = archive.files.filter((key) => !done.has(`${FILES}${key}`));
  let stored = 0;
  for (const batch of batchesOf(keys, FILES_AT_ONCE)) {
    const copies: { key: string; path: string; content_type: string }[] = [];
    for (const key of batch) {
      const path = files.incoming.path();
      await pipeline(Readable.from(archive.source.open(`${FILES}${key}`)), createWriteStream(path, { mode: 0o600 }));
      copies.push({ key: moved.key(key), path, content_type: 'application/octet-stream' });
    }
    await storeFiles(files, realm_id, now, copies);
    await writer.write(realm_id, async ({ tx }) => {
      await keepFiles(
        tx,
        copies.map(({ key }) => key),
      );
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

/** Whether an earlier run of the same import completed it. */
export async function isImported({ db }: Store, { manifest, digest }: StoaArchive): Promise<boolean> {
  const known = await findImport(db, hostName(rootOf(manifest.url).host));
  return known !== null && known.digest === digest && known.finished_at !== null;
}
