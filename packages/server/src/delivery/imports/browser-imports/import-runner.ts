// Runs the imports that owners have started, one after another, each in a separate process. After a crash another run continues
// where it stopped. [IM41]
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { archiveFailureText, type ImportFailure } from '@stoa/contract';
import type { Store } from '../../../kit/database/connection.ts';
import type { Report } from '../../../kit/http/responses/respond.ts';
import { commandOf } from '../../../kit/processes/own-process.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import type { Writer } from '../../../kit/write/write.ts';
import type { StorageLocation } from '../../../slice/storage-location.ts';
import type { FromImport, ImportTask } from './import-task.ts';
import { changeRun, claimRun, type RunChange, removeRun } from './runs.actions.ts';
import { findUploadIds, findWaiting } from './runs.queries.ts';
import { ARCHIVES } from './runs.rules.ts';
import type { RunRow } from './runs.tables.ts';

/** A process that has sent nothing for this long counts as dead. */
const SILENT_MS = 60_000;
/** How often a silent run is marked as alive. */
const ALIVE_MS = 10_000;
/** Below the priority of the server, which answers requests. */
const NICENESS = 10;

/** Failures that are not the archive's fault. */
const failed = (reason: 'archive_gone' | 'server_failed'): RunChange => ({
  error: archiveFailureText(reason, {}),
  failure: JSON.stringify({ reason, params: {}, file: null, record: null } satisfies ImportFailure),
});

export interface RunnerParts {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly location: StorageLocation;
  report: Report;
}

export class ImportRunner {
  private stopped = false;
  private end: (() => void) | null = null;
  private readonly directory: string;

  constructor(private readonly parts: RunnerParts) {
    this.directory = join(parts.location.data, ARCHIVES);
  }

  /** Ends the current process: the next start continues. */
  stop(): void {
    this.stopped = true;
    this.end?.();
  }

  async run(): Promise<void> {
    const { store, writer, clock } = this.parts;
    await this.sweep();
    for (const row of await findWaiting(store.db, clock.now() - SILENT_MS)) {
      if (this.stopped) return;
      if (row.stage !== 'undoing' && !existsSync(this.pathOf(row))) {
        // With several machines, the one that received the archive imports it.
        if (store.engine === 'sqlite')
          await writer.write(row.realm_id, ({ tx }) => changeRun(tx, row, failed('archive_gone')));
        continue;
      }
      if (await writer.write(row.realm_id, ({ tx }) => claimRun(tx, row, clock.now()))) await this.work(row);
    }
  }

  private pathOf({ upload_id }: RunRow): string {
    return join(this.directory, upload_id);
  }

  /** Removes archives that are no longer needed. */
  private async sweep(): Promise<void> {
    if (!existsSync(this.directory)) return;
    const files = await readdir(this.directory);
    if (files.length === 0) return;
    const needed = await findUploadIds(this.parts.store.db);
    for (const name of files)
      if (!needed.has(name.replace(/\.json$/, ''))) await rm(join(this.directory, name), { force: true });
  }

  private async work(row: RunRow): Promise<void> {
    const { writer, clock, report } = this.parts;
    const change = (changed: RunChange) =>
      writer.write(row.realm_id, ({ tx }) => changeRun(tx, row, { worked_at: clock.now(), ...changed }));
    let last: Promise<unknown> = Promise.resolve();
    const alive = setInterval(() => {
      last = change({}).catch(report);
    }, ALIVE_MS);
    const began = { at: performance.now(), messages: null as number | null };
    const ended = await this.process(row, ({ messages, total }) => {
      began.messages ??= messages;
      const rate = (messages - began.messages) / (performance.now() - began.at);
      const seconds_left = total === null || rate <= 0 ? null : Math.ceil((total - messages) / rate / 1000);
      last = change({ messages, seconds_left }).catch(report);
    });
    clearInterval(alive);
    await last;
    // The next start continues at once.
    if (this.stopped && ended.kind === 'failed') await change({ worked_at: 0 });
    else if (ended.kind === 'planned')
      await change({ stage: 'planned', plan: JSON.stringify(ended.plan), total_messages: ended.messages });
    else if (ended.kind === 'failed') {
      if (ended.is_fault) report(new Error(`import of an archive: ${ended.message}`));
      await change(
        ended.is_fault
          ? failed('server_failed')
          : { error: ended.message, failure: ended.failure && JSON.stringify(ended.failure) },
      );
    } else if (row.stage === 'undoing') await writer.write(row.realm_id, ({ tx }) => removeRun(tx, row));
    else await change({ stage: 'imported', messages: row.total_messages ?? 0, seconds_left: null });
  }

  private process(
    row: RunRow,
    progress: (message: FromImport & { kind: 'progress' }) => void,
  ): Promise<Exclude<FromImport, { kind: 'progress' }>> {
    const { location } = this.parts;
    const { realm_id, format, stage } = row;
    const [program, ...words] = commandOf('import');
    const child = spawn(program!, words, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const { promise, resolve } = Promise.withResolvers<Exclude<FromImport, { kind: 'progress' }>>();
    const fail = (message: string) => resolve({ kind: 'failed', message, failure: null, is_fault: true });
    this.end = () => void child.kill('SIGKILL');
    child.on('message', (message: FromImport) => (message.kind === 'progress' ? progress(message) : resolve(message)));
    child.on('error', ({ message }) => fail(message));
    child.on('exit', (code, signal) => {
      this.end = null;
      fail(`its process ended (${signal ?? `code ${code}`})`);
    });
    try {
      setPriority(child.pid!, NICENESS);
    } catch {} // not every system lets a process do this
    const step = stage as ImportTask['step'];
    child.send({ step, location, realm_id, format, path: this.pathOf(row) } satisfies ImportTask, () => {});
    return promise;
  }
}
