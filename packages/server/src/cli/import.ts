// `stoa import`: plans the import of an archive, then makes an organization of it, or brings it into one.
import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Base } from '../base.ts';
import { bucketOfFiles } from '../config/file-settings.ts';
import { flagOf } from '../config/setting.ts';
import { importArchive } from '../delivery/imports/import-archive.ts';
import { findIdPage } from '../delivery/imports/import-ids.actions.ts';
import { importInto } from '../delivery/imports/into-existing/import-into.ts';
import { intoLines, planInto } from '../delivery/imports/into-existing/plan-into.ts';
import { ownerOf } from '../delivery/imports/owner.ts';
import {
  type OpenArchive,
  openArchive,
  type Plan,
  Problems,
  planImport,
  planLines,
  reasonLines,
} from '../delivery/imports/plan.ts';
import { READERS } from '../delivery/imports/readers/readers.ts';
import { openSource } from '../delivery/imports/source.ts';
import { checkSecret } from '../identity/auth/secret-mark.actions.ts';
import type { Realm } from '../kit/access/actor.ts';
import { shareLock } from '../kit/bulk-writes/share-lock.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { FileServices } from '../kit/files/file-services.ts';
import { openFileParts } from '../kit/files/open-file-services.ts';
import { checkEmail } from '../kit/text/email-addresses.ts';
import { UsageError } from './command.ts';
import type { ImportValues } from './declarations.ts';
import { checkImport, openUnpacked } from './import-checks.ts';
import { importStoaCommand } from './import-stoa.ts';
import { ProgressLines } from './progress.ts';
import { pickRealm, requireStore, withStoreOrNew } from './store.ts';
import { print } from './terminal.ts';

export async function importCommand(
  values: ImportValues,
  [format = '', file = '']: readonly string[],
): Promise<number> {
  if (values.into !== undefined)
    for (const name of ['url', 'owner'] as const)
      if (values[name] !== undefined) throw new UsageError(`${flagOf(name)} can't be used with --into`);
  if (format === 'stoa') return importStoaCommand(values, file);
  if (values.org !== undefined) throw new UsageError('--org is for archives of Stoa');
  const read = Object.hasOwn(READERS, format) ? READERS[format] : undefined;
  if (!read) throw new UsageError(`FORMAT must be one of ${[...Object.keys(READERS), 'stoa'].join(', ')}`);
  if (values.into !== undefined) requireStore(values);
  await checkImport(values, format, values.dry_run || values.into !== undefined ? values.url : urlOf(values));
  const unpacked = openUnpacked(values.data);
  const source = await openSource(file, unpacked.path()).catch((error) => {
    unpacked.close();
    throw error;
  });
  const progress = new ProgressLines();
  try {
    const now = Date.now();
    const opened = await openArchive(source, read, now, values.owner === undefined ? null : checkEmail(values.owner));
    await (values.into === undefined ? importNew : importIntoExisting)({ values, format, opened, progress });
    return 0;
  } finally {
    progress.end();
    await source.close();
    unpacked.close();
  }
}

const urlOf = ({ url }: ImportValues) => url ?? 'http://127.0.0.1:8100';

interface Opened {
  readonly values: ImportValues;
  readonly format: string;
  readonly opened: OpenArchive;
  readonly progress: ProgressLines;
}

function readProgress({ progress }: Opened): (messages: number) => void {
  return (messages) => progress.show(() => `Read: ${messages} messages`);
}

function printPlan({ progress }: Opened, planned: Plan): void {
  progress.end();
  for (const line of planLines(planned)) print(line);
}

function printReasons({ reasons }: Problems): void {
  for (const line of reasons.length > 0 ? ['', ...reasonLines(reasons)] : []) print(line);
}

/** True if only the plan was requested. */
function endsWithPlan({ report, dry_run }: ImportValues, facts: object): boolean {
  if (!dry_run) return false;
  if (report !== undefined) writeReport(report, facts);
  print('\nNothing was written.');
  return true;
}

/** Names of people may be in it, as in an archive. */
const OWN_FILE = { mode: 0o600 };
const writeReport = (path: string, facts: object) =>
  writeFileSync(path, `${JSON.stringify(facts, null, 2)}\n`, OWN_FILE);

async function importNew(from: Opened): Promise<void> {
  const { values, format, opened, progress } = from;
  ownerOf(opened.archive);
  const planned = await planImport(opened, readProgress(from));
  printPlan(from, planned);
  if (endsWithPlan(values, planned)) return;
  const written = new Problems();
  const realm = await withWriter(from, ({ store, writer, clock }, files) =>
    importArchive({
      store,
      writer,
      files,
      archive: opened.archive,
      report: written.report,
      now: clock.now(),
      format,
      plan: planned,
      url: urlOf(values),
      progress: progressOf(progress, planned.counts.messages!.imported),
      ended: (made) => writeIds(store.db, made, values.id_map),
    }),
  );
  progress.end();
  printReasons(written);
  if (values.report !== undefined)
    writeReport(values.report, { ...planned, reasons: [...planned.reasons, ...written.reasons] });
  print(`\nImported ${realm.name} at ${realm.url}.`);
}

async function importIntoExisting(from: Opened): Promise<void> {
  const { values, format, opened, progress } = from;
  await withWriter(from, async ({ store, writer, clock }, files) => {
    const realm = await pickRealm(store.db, values.into);
    const { matched, plan: planned, into } = await planInto(store.db, realm, opened, readProgress(from));
    printPlan(from, planned);
    for (const line of intoLines(into)) print(line);
    if (endsWithPlan(values, { ...planned, into })) return;
    const written = new Problems();
    await importInto({
      store,
      writer,
      files,
      realm,
      matched,
      report: written.report,
      now: clock.now(),
      format,
      plan: planned,
      progress: progressOf(progress, planned.counts.messages!.imported),
      ended: (made) => writeIds(store.db, made, values.id_map),
    });
    progress.end();
    printReasons(written);
    if (values.report !== undefined)
      writeReport(values.report, { ...planned, into, reasons: [...planned.reasons, ...written.reasons] });
    print(`\nImported into ${realm.name} at ${realm.url}. "stoa organization undo-import" undoes it.`);
  });
}

async function withWriter<T>({ values }: Opened, work: (base: Base, files: FileServices) => Promise<T>): Promise<T> {
  return withStoreOrNew(values, async (base) => {
    await checkSecret(base.writer, base.keys, false);
    await shareLock(base.writer, base.store);
    const files = openFileParts(values.data, bucketOfFiles(values), base.writer);
    try {
      return await work(base, files);
    } finally {
      files.close();
    }
  });
}

function progressOf(progress: ProgressLines, total: number): (messages: number) => void {
  let first: { at: number; messages: number } | null = null;
  return (messages) => {
    first ??= { at: performance.now(), messages };
    const rate = (messages - first.messages) / ((performance.now() - first.at) / 1000);
    const left = rate > 0 ? `, ${Math.round(rate)}/s, ${Math.ceil((total - messages) / rate)} s left` : '';
    progress.show(() => `Messages: ${messages} of ${total}${left}`);
  };
}

const IDS_PER_PAGE = 5000;
/** Kinds of an import's own notes. */
const NOT_RECORDS: ReadonlySet<string> = new Set(['avatars', 'personal', 'run', 'subscriptions']);

async function writeIds(db: Connection, { realm_id }: Realm, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  async function* lines() {
    let after = { kind: '', from_id: '' };
    for (;;) {
      const page = await findIdPage(db, realm_id, after, IDS_PER_PAGE);
      for (const { kind, from_id: from, to_id: to } of page)
        if (!NOT_RECORDS.has(kind)) yield `${JSON.stringify({ kind, from, to })}\n`;
      const last = page.at(-1);
      if (!last || page.length < IDS_PER_PAGE) return;
      after = last;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, OWN_FILE));
}
