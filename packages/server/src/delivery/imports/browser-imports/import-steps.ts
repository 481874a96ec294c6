// The steps of an import in the browser, run by its process.
import type { ImportPlan } from '@stoa/contract';
import { getRealm } from '../../../identity/realm/realm.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Store } from '../../../kit/database/connection.ts';
import { Incoming } from '../../../kit/files/incoming.ts';
import { openFileParts } from '../../../kit/files/open-file-services.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { Writer } from '../../../kit/write/write.ts';
import { WHOLE_ARCHIVE } from '../archive.ts';
import { ArchiveError, printable } from '../archive-error.ts';
import { findImportInto } from '../import-ids.actions.ts';
import { importInto } from '../into-existing/import-into.ts';
import { type IntoPlan, type PlannedInto, planInto } from '../into-existing/plan-into.ts';
import { undoImport } from '../into-existing/undo-import.ts';
import { openArchive, type Plan, Problems } from '../plan.ts';
import { READERS } from '../readers/readers.ts';
import { openSource } from '../source.ts';
import type { FromImport, ImportTask } from './import-task.ts';

interface StepParts {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  send(message: FromImport): void;
}

export async function takeStep(parts: StepParts, task: ImportTask): Promise<void> {
  const { store, writer, send } = parts;
  const realm = await getRealm(store.db, task.realm_id);
  const progress = (messages: number, total: number | null = null) => send({ kind: 'progress', messages, total });
  if (task.step === 'undoing') {
    // The command line may have undone it.
    if ((await findImportInto(store.db, realm.realm_id))?.into_existing)
      await undoImport({ store, writer, realm, progress });
    send({ kind: 'done' });
    return;
  }
  await withPlan(parts, realm, task, async ({ matched, plan, into }) => {
    const messages = plan.counts.messages!.imported;
    if (task.step === 'planning') {
      send({ kind: 'planned', plan: shownPlan(plan, into), messages });
      return;
    }
    const files = openFileParts(task.location.data, task.location.files, writer);
    try {
      await importInto({
        store,
        writer,
        files,
        realm,
        matched,
        plan,
        report: new Problems().report,
        now: parts.clock.now(),
        format: task.format,
        progress: (written) => progress(written, messages),
        ended: async () => {},
      });
    } finally {
      files.close();
    }
    send({ kind: 'done' });
  });
}

async function withPlan(
  { store, clock, send }: StepParts,
  realm: Realm,
  { step, format, path, location }: ImportTask,
  work: (planned: PlannedInto) => Promise<void>,
): Promise<void> {
  const unpacked = new Incoming(location.data, 'importing');
  try {
    const source = await openSource(path, unpacked.path()).catch((error) => {
      throw withoutPath(error, path);
    });
    try {
      const opened = await openArchive(source, READERS[format]!, clock.now());
      const planned = await planInto(store.db, realm, opened, (messages) => {
        if (step === 'planning') send({ kind: 'progress', messages, total: null });
      });
      await work(planned);
    } finally {
      await source.close();
    }
  } finally {
    unpacked.close();
  }
}

/** Errors must not reveal the path of the archive on the server. */
function withoutPath(error: unknown, path: string): unknown {
  if (!(error instanceof ArchiveError)) return error;
  const { message, file, record, why } = error;
  return file === path ? new ArchiveError(message.replace(`${path}: `, ''), undefined, record, why) : error;
}

const REASONS_SHOWN = 200;
const CHANNELS_SHOWN = 500;

function shownPlan({ counts, reasons }: Plan, { users, channels, direct_conversations }: IntoPlan): ImportPlan {
  return {
    counts: { ...counts },
    reasons: reasons.slice(0, REASONS_SHOWN).map(({ file, record, ...reason }) => ({
      ...reason,
      first: `${file}, ${record}`.slice(0, 200),
      file: file === WHOLE_ARCHIVE ? null : printable(file),
      record: printable(record),
    })),
    users,
    channels: channels.slice(0, CHANNELS_SHOWN),
    channels_count: channels.length,
    direct_conversations,
  };
}
