// Opens our own archive and verifies all of it before anything is written: format, versions, every size and digest. [IM20]
import { createHash } from 'node:crypto';
import { isCostly } from '../../../kit/json/json-values.ts';
import {
  FILE_LIST,
  FILES,
  FORMAT_VERSION,
  folderOf,
  MANIFEST,
  type Manifest,
  OWNED,
  TABLES,
} from '../../exports/stoa/stoa-tables.rules.ts';
import type { ArchiveSource } from '../archive.ts';
import { ArchiveError } from '../archive-error.ts';
import { limitMemory } from '../memory-limit.ts';
import { readLines } from '../records/json-records.ts';
import { ListedForm, ManifestForm } from './stoa-shapes.ts';

export interface TablePart {
  readonly table: string;
  readonly path: string;
}

export interface StoaArchive {
  readonly source: ArchiveSource;
  readonly manifest: Manifest;
  /** Digest of the manifest: identifies the archive. */
  readonly digest: string;
  /** In the order of writing. */
  readonly parts: readonly TablePart[];
  /** Keys of files. */
  readonly files: readonly string[];
}

const LONGEST_LINE = 64 * 1024;
/** The limit for the values in a manifest, which may name all organizations of a server. [IM801] */
const VALUES_MAX = 1_000_000;
/** Opening a file leaves as much garbage as reading this many records. */
const RECORDS_PER_FILE = 20;

export async function openStoaArchive(
  source: ArchiveSource,
  schema: number,
  progress: (text: string) => void,
): Promise<StoaArchive> {
  const manifest = await readManifest(source);
  if (manifest.version !== FORMAT_VERSION)
    throw new ArchiveError(
      `the archive has the form ${manifest.version}, this program reads ${FORMAT_VERSION}`,
      MANIFEST,
    );
  if (manifest.schema !== schema)
    throw new ArchiveError(
      `the archive has schema version ${manifest.schema}, this program ${schema}: import it with the version that wrote it, then upgrade`,
      MANIFEST,
    );
  await verifyFiles(source, manifest, progress);
  const folders = OWNED.map(({ table }, at) => ({ table, folder: folderOf(at) }));
  const parts = folders.flatMap(({ table, folder }) =>
    source.paths.filter((path) => path.startsWith(folder)).map((path) => ({ table, path })),
  );
  const files = source.paths.filter((path) => path.startsWith(FILES)).map((path) => path.slice(FILES.length));
  if (parts.length !== source.paths.filter((path) => path.startsWith(TABLES)).length)
    throw new ArchiveError('there are tables that this program does not know', MANIFEST);
  const own = new RegExp(`^(?!exports/)[a-z]+/${manifest.realm_id}/`);
  const foreign = files.find((key) => !own.test(key));
  if (foreign !== undefined) throw new ArchiveError('the file is of another organization', `${FILES}${foreign}`);
  if (parts[0]?.table !== 'realms') throw new ArchiveError('there is no organization in it', MANIFEST);
  const digest = createHash('sha256')
    .update(await source.read(MANIFEST))
    .digest('hex');
  return { source, manifest, digest, parts, files };
}

async function readManifest(source: ArchiveSource): Promise<Manifest> {
  if (source.size(MANIFEST) === null || source.size(FILE_LIST) === null)
    throw new ArchiveError(`there is no ${MANIFEST}: this is no archive of Stoa, or it is incomplete`);
  return parseForm(Buffer.from(await source.read(MANIFEST)).toString(), ManifestForm, MANIFEST);
}

export function parseForm<T>(
  text: string,
  form: { safeParse(value: unknown): { success: boolean; data?: T } },
  file: string,
  record?: number,
): T {
  let value: unknown = null;
  try {
    if (!isCostly(text, VALUES_MAX)) value = JSON.parse(text);
  } catch {}
  const { success, data } = form.safeParse(value);
  if (!success) throw new ArchiveError('it has the wrong form', file, record);
  return data as T;
}

async function verifyFiles(source: ArchiveSource, manifest: Manifest, progress: (text: string) => void): Promise<void> {
  const list = createHash('sha256');
  const listed = new ListedPaths(source.paths);
  let lines = 0;
  for await (const line of linesOf(source, FILE_LIST)) {
    list.update(`${line}\n`);
    const { path, size, sha256 } = parseForm(line, ListedForm, FILE_LIST, ++lines);
    limitMemory(RECORDS_PER_FILE);
    if (source.size(path) === null) throw new ArchiveError('the file is missing', path);
    const digest = createHash('sha256');
    for await (const chunk of source.open(path)) digest.update(chunk);
    if (source.size(path) !== size || digest.digest('hex') !== sha256)
      throw new ArchiveError('the file was changed or damaged: its checksum differs', path);
    listed.add(path);
    progress(`Verified: ${listed.size} of ${manifest.file_list.files} files`);
  }
  if (listed.size !== manifest.file_list.files || list.digest('hex') !== manifest.file_list.sha256)
    throw new ArchiveError('the list was changed or damaged: its checksum differs', FILE_LIST);
  const unlisted = source.paths.find((path, at) => path !== MANIFEST && path !== FILE_LIST && !listed.hasAt(at));
  if (unlisted !== undefined) throw new ArchiveError('the file is not in the list', unlisted);
}

/** Some of the paths of an archive, which are sorted: a byte for each, since there may be a million. */
class ListedPaths {
  size = 0;
  private readonly seen: Uint8Array;

  constructor(private readonly paths: readonly string[]) {
    this.seen = new Uint8Array(paths.length);
  }

  add(path: string): void {
    let [from, to] = [0, this.paths.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.paths[middle]! < path) from = middle + 1;
      else to = middle;
    }
    if (this.hasAt(from)) return;
    this.seen[from] = 1;
    this.size++;
  }

  hasAt(index: number): boolean {
    return this.seen[index] === 1;
  }
}

async function* linesOf(source: ArchiveSource, path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source.open(path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) throw new ArchiveError('a line is too long', path);
    yield* lines;
  }
  if (rest !== '') throw new ArchiveError('its last line is incomplete', path);
}

type Scalar = string | number | boolean | null;
export type ArchivedRow = Readonly<Record<string, unknown>>;

/** The line of the first row: the one above names the columns. */
export const FIRST_ROW = 2;
/** Exports write half as many. */
const ROWS_MAX = 1000;

/** The rows of one part, which has a few hundred at most. */
export async function readPart({ source }: StoaArchive, { path }: TablePart): Promise<ArchivedRow[]> {
  let names: readonly string[] | null = null;
  const rows: ArchivedRow[] = [];
  for await (const { value, line } of readLines(source, path)) {
    if (!Array.isArray(value)) throw new ArchiveError('the row has the wrong form', path, line);
    if (names === null) {
      if (
        !value.every((name) => typeof name === 'string' && /^[a-z_]+$/.test(name)) ||
        new Set(value).size < value.length
      )
        throw new ArchiveError('the names of the columns have the wrong form', path, line);
      names = value;
      continue;
    }
    if (value.length !== names.length) throw new ArchiveError('the row has the wrong form', path, line);
    if (line !== rows.length + FIRST_ROW) throw new ArchiveError('there is an empty line', path, line - 1);
    if (rows.length === ROWS_MAX) throw new ArchiveError(`it has more than ${ROWS_MAX} rows`, path, line);
    rows.push(Object.fromEntries(names.map((name, column) => [name, value[column]])));
  }
  if (names === null) throw new ArchiveError('the file is empty', path);
  return rows;
}

/** Refuses rows of other organizations. */
export function checkOwner({ path }: TablePart, rows: readonly ArchivedRow[], realm_id: number): void {
  const foreign = rows.findIndex((row) => row.realm_id !== undefined && row.realm_id !== realm_id);
  if (foreign !== -1) throw new ArchiveError('the row is of another organization', path, foreign + FIRST_ROW);
}

export const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
