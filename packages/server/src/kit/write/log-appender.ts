// Appends the events, jobs and audit entries of a commit's writes to an organization's log. Positions are known in advance because the organization is
// locked.
import type { EventId, RealmId } from '@stoa/contract';
import { batchesOf, batchesOfPowers } from '../database/batches.ts';
import type { Transaction } from '../database/connection.ts';
import { sql } from '../database/sql.ts';
import { type AuditLine, insertAuditEntries } from './audit-record.ts';
import { commitPayload } from './commit-payload.ts';
import { LOG_STEP, type LogEntry } from './log-entry.ts';
import type { NewJob } from './write-context.ts';

const JOBS_PER_INSERT = 100;

interface Lengths {
  readonly entries: number;
  readonly jobs: number;
  readonly audit: number;
}

/** The event log of one organization within one transaction. */
export class LogAppender {
  readonly entries: LogEntry[] = [];
  readonly jobs: Required<NewJob>[] = [];
  readonly audit: AuditLine[] = [];
  constructor(
    readonly realm_id: RealmId,
    readonly base: EventId,
  ) {}

  get position(): EventId {
    return (this.base + this.entries.length * LOG_STEP) as EventId;
  }

  get lengths(): Lengths {
    return { entries: this.entries.length, jobs: this.jobs.length, audit: this.audit.length };
  }

  /** Drops what was added after it was so long. */
  truncate({ entries, jobs, audit }: Lengths): void {
    this.entries.length = entries;
    this.jobs.length = jobs;
    this.audit.length = audit;
  }

  append(entry: Omit<LogEntry, 'realm_id' | 'id'>): void {
    this.entries.push({ ...entry, realm_id: this.realm_id, id: (this.position + LOG_STEP) as EventId });
  }

  /** Inserts everything, and announces the entries to other processes. */
  async flush(tx: Transaction): Promise<void> {
    if (this.entries.length > 0) await this.flushEntries(tx);
    if (this.audit.length > 0) await insertAuditEntries(tx, this.realm_id, this.audit);
    for (const rows of batchesOf(this.jobs, JOBS_PER_INSERT)) {
      await tx.runAhead(
        sql`insert into jobs (realm_id, kind, body, run_at, account_id) values ${sql.rows(
          rows.map(({ kind, body, run_at, account_id }) => [
            this.realm_id,
            kind,
            JSON.stringify(body),
            run_at,
            account_id,
          ]),
        )}`,
      );
    }
  }

  private async flushEntries(tx: Transaction): Promise<void> {
    for (const rows of batchesOfPowers(this.entries)) {
      await tx.runAhead(
        sql`insert into events (realm_id, id, type, op, body, audience, invalidated_user_ids) values ${sql.rows(
          rows.map((entry) => [
            entry.realm_id,
            entry.id,
            entry.type,
            entry.op,
            JSON.stringify(entry.body),
            JSON.stringify(entry.audience),
            entry.invalidated_user_ids.length > 0 ? JSON.stringify(entry.invalidated_user_ids) : null,
          ]),
        )}`,
      );
    }
    await tx.runAhead(sql`update realms set last_event_id = ${this.position} where realm_id = ${this.realm_id}`);
    tx.announce(() => commitPayload(this.realm_id, this.base, this.entries));
  }
}

/**
 * Locks the organization for the rest of the transaction: against other writers of its log, not against rows that refer to it. A full
 * lock and a new queue would wait for each other, and two nodes that have both would be a deadlock. [DB52]
 */
export async function openAppender(
  tx: Transaction,
  realm_id: RealmId,
  appenders: Map<RealmId, LogAppender>,
): Promise<LogAppender> {
  const opened = appenders.get(realm_id);
  if (opened) return opened;
  const lock = tx.engine === 'postgres' ? ' for no key update' : '';
  const row = await tx.get<{ last_event_id: EventId }>(
    sql`select last_event_id from realms where realm_id = ${realm_id}${sql.raw(lock)}`,
  );
  if (!row) throw new Error(`no organization ${realm_id}`);
  const appender = new LogAppender(realm_id, row.last_event_id);
  appenders.set(realm_id, appender);
  return appender;
}
