// The process that imports an archive while the server keeps serving. It receives one task, reports its progress, and exits.

import { ApiError, type ImportFailure } from '@stoa/contract';
import { openBase } from './base.ts';
import { ArchiveError } from './delivery/imports/archive-error.ts';
import { takeStep } from './delivery/imports/browser-imports/import-steps.ts';
import type { FromImport, ImportTask } from './delivery/imports/browser-imports/import-task.ts';
import { shareLock } from './kit/bulk-writes/share-lock.ts';
import { Lifecycle } from './kit/lifecycle/lifecycle.ts';
import { systemClock } from './kit/time/clock.ts';
import { BY_SERVER } from './kit/write/audit-record.ts';

/** Progress is said at most this often. */
const EVERY_MS = 500;

let said_at = 0;
function send(message: FromImport): void {
  if (message.kind === 'progress') {
    if (performance.now() - said_at < EVERY_MS) return;
    said_at = performance.now();
  }
  process.send!(message);
}

/** A refusal of the server, such as a limit, has its reason as well. */
function failureOf(error: unknown): ImportFailure | null {
  if (error instanceof ArchiveError)
    return error.why && { ...error.why, file: error.file ?? null, record: error.record ?? null };
  const { reason, params = {} } = (error instanceof ApiError ? error.fields : {}) as Partial<ImportFailure>;
  return reason === undefined ? null : { reason, params, file: null, record: null };
}

async function run(task: ImportTask): Promise<void> {
  const lifecycle = new Lifecycle(() => {});
  try {
    const base = await openBase({ ...task.location }, lifecycle);
    // It works for the server.
    base.writer.origin = BY_SERVER;
    await shareLock(base.writer, base.store);
    await takeStep({ ...base, clock: systemClock, send }, task);
  } catch (error) {
    const is_fault = !(error instanceof ArchiveError || error instanceof ApiError);
    send({ kind: 'failed', message: (error as Error).message, failure: failureOf(error), is_fault });
  } finally {
    await lifecycle.stop();
    process.disconnect?.();
  }
}

process.once('message', (task) => void run(task as ImportTask));
process.on('disconnect', () => process.exit(0));
