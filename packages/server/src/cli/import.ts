// `stoa import`: plans the import of an archive, then makes an organization of it.
import { createWriteStream, existsSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bucketOfFiles } from '../config/file-settings.ts';
import { importArchive } from '../delivery/imports/import-archive.ts';
import { findIdPage } from '../delivery/imports/import-ids.actions.ts';
import { ownerOf } from '../delivery/imports/owner.ts';
import { openArchive, Problems, planImport, planLines } from '../delivery/imports/plan.ts';
import { READERS } from '../delivery/imports/readers/readers.ts';
import { openSource } from '../delivery/imports/source.ts';
import { checkSecret } from '../identity/auth/secret-mark.actions.ts';
import type { Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { checkEmail } from '../kit/email-addresses.ts';
import { Incoming } from '../kit/files/incoming.ts';
import { openFileParts } from '../kit/files/open-file-services.ts';
import { CommandError, UsageError } from './command.ts';
import type { ImportValues } from './declarations.ts';
import { importStoaCommand } from './import-stoa.ts';
import { ProgressLines } from './progress.ts';
import { withStore } from './store.ts';
import { print } from './terminal.ts';

export async function importCommand(
  values: ImportValues,
  [format = '', file = '']: readonly string[],
): Promise<number> {
  if (format === 'stoa') return importStoaCommand(values, file);
  if (values.org !== undefined) throw new UsageError('--org is for archives of Stoa');
  const read = Object.hasOwn(READERS, format) ? READERS[format] : undefined;
  if (!read) throw new UsageError(`FORMAT must be one of ${[...Object.keys(READERS), 'stoa'].join(', ')}`);
  for (const path of [values.report, values.id_map])
    if (path !== undefined && existsSync(path)) throw new CommandError(`${path} exists already`);
  // What a killed run has unpacked is removed by a later one.
  const unpacked = new Incoming(values.data, 'importing');
  const source = await openSource(file, unpacked.path()).catch((error) => {
    unpacked.close();
    throw error;
  });
  const progress = new ProgressLines();
  try {
    const now = Date.now();
    const opened = await openArchive(source, read, now, values.owner === undefined ? null : checkEmail(values.owner));
    const plan = await planImport(opened, (messages) => progress.show(() => `Read: ${messages} messages`));
    ownerOf(opened.archive);
    progress.end();
    for (const line of planLines(plan)) print(line);
    const written = new Problems();
    const report = () => {
      if (values.report !== undefined)
        writeFileSync(
          values.report,
          `${JSON.stringify({ ...plan, reasons: [...plan.reasons, ...written.reasons] }, null, 2)}\n`,
        );
    };
    if (values.dry_run) {
      report();
      print('\nNothing was written.');
      return 0;
    }
    const realm = await withStore(values, async ({ store, writer, keys, clock }) => {
      await checkSecret(writer, keys, false);
      const files = openFileParts(values.data, bucketOfFiles(values), writer);
      const total = plan.counts.messages!.imported;
      try {
        return await importArchive({
          store,
          writer,
          files,
          archive: opened.archive,
          report: written.report,
          now: clock.now(),
          format,
          plan,
          url: values.url ?? 'http://127.0.0.1:8100',
          progress: progressOf(progress, total),
          ended: (made) => writeIds(store.db, made, values.id_map),
        });
      } finally {
        files.close();
      }
    });
    progress.end();
    report();
    print(`\nImported ${realm.name} at ${realm.url}.`);
    return 0;
  } finally {
    progress.end();
    await source.close();
    unpacked.close();
  }
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

async function writeIds(db: Connection, { realm_id }: Realm, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  async function* lines() {
    let after = { kind: '', from_id: '' };
    for (;;) {
      const page = await findIdPage(db, realm_id, after, IDS_PER_PAGE);
      for (const { kind, from_id: from, to_id: to } of page)
        if (kind !== 'avatars') yield `${JSON.stringify({ kind, from, to })}\n`;
      const last = page.at(-1);
      if (!last || page.length < IDS_PER_PAGE) return;
      after = last;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}
