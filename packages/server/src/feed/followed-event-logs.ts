// The event logs of the organizations that clients of this node poll, kept up with the store: by commits of this process, by notifications of
// others, and by reading what no notification said.
import type { EventId, RealmId } from '@stoa/contract';
import type { Store } from '../kit/database/connection.ts';
import { parseCommitPayload } from '../kit/write/commit-payload.ts';
import type { LogEntry } from '../kit/write/log-entry.ts';
import { type EventLog, openEventLog, readEntries } from './event-log.ts';

const CATCH_UP_PAGE = 1000;

export class FollowedEventLogs {
  private readonly logs = new Map<RealmId, Promise<EventLog>>();
  private readonly opened = new Map<RealmId, EventLog>();
  private catching_up: Promise<void> | null = null;
  private catch_up_again = false;

  /** `apply` appends entries to a log; they follow directly on its position. */
  constructor(
    private readonly store: Pick<Store, 'db'>,
    private readonly apply: (log: EventLog, entries: readonly LogEntry[]) => void,
  ) {}

  /** The event log of an organization, followed from now on. */
  open(realm_id: RealmId): Promise<EventLog> {
    let log = this.logs.get(realm_id);
    if (!log) {
      log = openEventLog(this.store.db, realm_id);
      log.then(
        (opened) => this.opened.set(realm_id, opened),
        () => this.logs.delete(realm_id),
      );
      this.logs.set(realm_id, log);
    }
    return log;
  }

  /** The same without a promise, if it is open. */
  ifOpened(realm_id: RealmId): EventLog | undefined {
    return this.opened.get(realm_id);
  }

  /** Whether a poll here follows the organization. */
  follows(realm_id: RealmId): boolean {
    return this.logs.has(realm_id);
  }

  /** Resolves when no log is being read. */
  async settle(): Promise<void> {
    await this.catching_up;
  }

  /** Most notifications say what was committed, so that nothing is read; this process receives its own too. */
  receiveCommit(payload: string | null): void {
    const commit = payload === null ? null : parseCommitPayload(payload);
    if (commit) this.committed(commit.realm_id, commit.base, commit.entries);
    else void this.catchUp();
  }

  committed(realm_id: RealmId, base: EventId, entries: readonly LogEntry[]): void {
    const opening = this.logs.get(realm_id);
    if (!opening) return; // no poll here follows this organization; the next one reads the event log from the store
    void opening.then((log) => {
      if (log.position === base) this.apply(log, entries);
      else if (log.position < entries.at(-1)!.id) void this.catchUp();
    });
  }

  /** Reads commits of other processes; never runs twice at once, so entries keep their order. [EV16] */
  private catchUp(): Promise<void> {
    this.catch_up_again = true;
    this.catching_up ??= this.readAll().finally(() => {
      this.catching_up = null;
      if (this.catch_up_again) void this.catchUp();
    });
    return this.catching_up;
  }

  private async readAll(): Promise<void> {
    while (this.catch_up_again) {
      this.catch_up_again = false;
      try {
        for (const opening of [...this.logs.values()]) await this.read(await opening);
      } catch {
        // The store did not answer: the next commit or the next log check retries.
      }
    }
  }

  private async read(log: EventLog): Promise<void> {
    for (;;) {
      const from = log.position;
      const entries = await readEntries(this.store.db, log.realm_id, from, CATCH_UP_PAGE);
      if (entries.length === 0) return;
      // This process may have applied its own commits while the store was read.
      const unseen = entries.filter((entry) => entry.id > log.position);
      if (unseen.length > 0) this.apply(log, unseen);
    }
  }
}
