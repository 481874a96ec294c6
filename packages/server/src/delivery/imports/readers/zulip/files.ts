// Which of the files in the archive are uploads, avatars, emoji and the icon.
import type { z } from 'zod';
import type { ArchiveFile, ArchiveSource, ArchiveUpload, Problem } from '../../archive.ts';
import { jsonRecords } from '../../records/json-elements.ts';
import { check } from '../../records/json-records.ts';
import { type OnIgnored, reportIgnored } from '../../records/optional-fields.ts';
import type { RealmTables } from './realm.ts';
import { AttachmentRow, FileRow } from './tables.ts';

export interface Files {
  readonly uploads: readonly ArchiveUpload[];
  /** The id of each file and the messages that share it, keyed by `path_id`. */
  readonly shared: ReadonlyMap<string, { readonly id: string; readonly messages: ReadonlySet<number> }>;
  readonly avatars: ReadonlyMap<number, ArchiveFile>;
  readonly emoji: ReadonlyMap<number, ArchiveFile>;
  readonly icon: ArchiveFile | null;
}

export async function filesOf(
  source: ArchiveSource,
  root: string,
  { emoji }: RealmTables,
  report: (problem: Problem) => void,
): Promise<Files> {
  const fileAt = (path: string, name = path.slice(path.lastIndexOf('/') + 1)): ArchiveFile | null =>
    source.size(path) === null ? null : { name, open: () => source.open(path) };
  const uploads: ArchiveUpload[] = [];
  const shared = new Map<string, { id: string; messages: Set<number> }>();
  for await (const { row, record } of rowsOf(
    source,
    `${root}attachment.json`,
    AttachmentRow,
    reportIgnored(report, 'files'),
    'zerver_attachment',
  )) {
    const file = fileAt(`${root}uploads/${row.path_id}`, row.file_name);
    if (file === null) {
      report({ kind: 'files', reason: 'its bytes are missing', file: `${root}attachment.json`, record });
      continue;
    }
    const { owner, content_type = null, create_time = null } = row;
    uploads.push({ id: String(row.id), owner: String(owner), content_type, create_time, file });
    shared.set(row.path_id, { id: String(row.id), messages: new Set(row.messages) });
  }
  return {
    uploads,
    shared,
    avatars: await avatarsOf(source, root, fileAt, reportIgnored(report, 'files')),
    emoji: await emojiOf(source, root, emoji, fileAt, reportIgnored(report, 'emoji')),
    icon: await iconOf(source, root, fileAt, reportIgnored(report, 'organization')),
  };
}

type FileAt = (path: string) => ArchiveFile | null;

/** The rows of a file; none if the file isn't there. */
async function* rowsOf<T>(
  source: ArchiveSource,
  path: string,
  schema: z.ZodType<T>,
  ignored: OnIgnored,
  wanted = '',
): AsyncGenerator<{ row: T; record: string | number }> {
  if (source.size(path) === null) return;
  for await (const { table, index, value } of jsonRecords(source, path)) {
    if (table !== wanted) continue;
    const record = table === '' ? index + 1 : `${table}[${index}]`;
    yield { row: check(schema, value, path, record, ignored), record };
  }
}

const ORIGINAL = /\.original$/;

/** The uploaded original, if the archive has it. */
async function avatarsOf(
  source: ArchiveSource,
  root: string,
  fileAt: FileAt,
  ignored: OnIgnored,
): Promise<Files['avatars']> {
  const avatars = new Map<number, ArchiveFile>();
  for await (const { row } of rowsOf(source, `${root}avatars/records.json`, FileRow, ignored)) {
    const { user_profile_id: user, path } = row;
    const file = fileAt(`${root}avatars/${path}`);
    if (user != null && file !== null && (ORIGINAL.test(path) || !avatars.has(user))) avatars.set(user, file);
  }
  return avatars;
}

/** Two emoji may have the same name, one of them deactivated: file names distinguish them. */
async function emojiOf(
  source: ArchiveSource,
  root: string,
  emoji: RealmTables['emoji'],
  fileAt: FileAt,
  ignored: OnIgnored,
): Promise<Files['emoji']> {
  const paths = new Map<string, string>();
  for await (const { row } of rowsOf(source, `${root}emoji/records.json`, FileRow, ignored)) {
    const name = row.path.slice(row.path.lastIndexOf('/') + 1);
    paths.set(name, row.path);
  }
  return new Map(
    emoji.flatMap(({ id, file_name }) => {
      const path = paths.get(`${file_name}.original`) ?? paths.get(String(file_name));
      const file = path === undefined ? null : fileAt(`${root}emoji/${path}`);
      return file === null ? [] : [[id, file] as const];
    }),
  );
}

async function iconOf(
  source: ArchiveSource,
  root: string,
  fileAt: FileAt,
  ignored: OnIgnored,
): Promise<ArchiveFile | null> {
  for await (const { row } of rowsOf(source, `${root}realm_icons/records.json`, FileRow, ignored))
    if (/(?:^|\/)icon\.original$/.test(row.path)) return fileAt(`${root}realm_icons/${row.path}`);
  return null;
}
