// The store for several nodes: PostgreSQL through a pool. LISTEN/NOTIFY only wakes nodes; the table of log entries is the truth.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Attempted, type Store, StoreError, type Transaction } from './connection.ts';
import { type LentConnection, LONG_READS, type LongReadLimits, LongReads, readTimedOut } from './long-reads.ts';
import { StatementNames } from './named-statements.ts';
import { PendingInserts, type Row } from './pending-inserts.ts';
import { withoutPassword } from './postgres-address.ts';
import { COMMITS, PostgresListener, SIGNALS } from './postgres-listener.ts';
import { isLost, PostgresPool } from './postgres-pool.ts';
import { type Statement, sql } from './sql.ts';
import { StoreCaches } from './store-caches.ts';

/** In characters: what NOTIFY takes, with room for multi-byte ones. */
const SIGNAL_MAX = 2000;
/** NOTIFY takes less than 8000 bytes. Longer commits are read from the event log. */
const PAYLOAD_MAX_BYTES = 7900;
/** The limit for a statement of a read; long reads have one for all their statements together. */
const READ_LIMIT_MS = 10_000;
/** The limit for a statement of a write. Every write is bounded, so only a fault takes this long. */
const WRITE_LIMIT_MS = 60_000;
/** The database ends the idle transaction of a stopped node, which would keep the organization locked for all others. [DB20] */
const IDLE_WRITE_MS = 4000;
/** Longer than IDLE_WRITE_MS, so that an idle node loses the lock first. */
const LOCK_LIMIT_MS = 10_000;
const BEGIN_WRITE = `begin; set local statement_timeout = ${WRITE_LIMIT_MS}; set local lock_timeout = ${LOCK_LIMIT_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_WRITE_MS}`;
/** A commit waits for a synchronous standby, also for one that is gone; no limit of PostgreSQL ends that wait. [DB35] */
const COMMIT_LIMIT_MS = 30_000;
const COMMIT = { text: 'commit', query_timeout: COMMIT_LIMIT_MS };
const BEGIN_READ = 'begin isolation level repeatable read read only';
const QUERY_CANCELED = '57014';
/** The error code of every statement after a failed one. */
const TRANSACTION_FAILED = '25P02';
/** The command tag of a commit after a failed statement. */
const ROLLBACK = 'ROLLBACK';
/** A setting of the connection that reverts to its previous value if the transaction is not committed. */
const MARK = 'stoa.committed';
const SET_MARK = { name: 'stoa_mark', text: `select set_config('${MARK}', $1, false)` };
const NOTIFY_COMMIT = {
  name: 'stoa_notify',
  text: `select pg_notify('${COMMITS}', $2) where current_setting('${MARK}', true) = $1`,
};

const SAVEPOINT = sql`savepoint attempt`;
const ROLLBACK_TO_SAVEPOINT = sql`rollback to savepoint attempt`;
const RELEASE_SAVEPOINT = sql`release savepoint attempt`;

interface Queryable {
  query(config: { text: string; values?: unknown[]; name?: string; query_timeout?: number }): Promise<pg.QueryResult>;
}

/** A connection's socket; unlike the pool, it can hold back what is written until more follows. */
interface CorkableSocket {
  cork(): void;
  uncork(): void;
}
const socketOf = (client: Queryable) => (client as { connection?: { stream: CorkableSocket } }).connection?.stream;

const names = new StatementNames();
let marks = 0;

/** Longer payloads are left out. */
function notifiable(payload: string): string {
  return Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES ? payload : '';
}

class PostgresConnection implements Transaction {
  readonly engine = 'postgres';
  readonly is_transaction = true;
  private refuses = false;
  private holds = false;
  /** Why the transaction has failed. */
  private failure: unknown;
  /** A statement that was sent ahead has failed. It is unknown which write sent it, so nothing may be committed. */
  private is_lost = false;
  private readonly rows = new PendingInserts();
  /** The attempt under way. It gets a savepoint before its first statement, because most sends have none. */
  private attempting: { readonly rows_before: number; has_savepoint: boolean } | null = null;
  private announcement: { readonly mark: string; readonly payloadOf: () => string } | null = null;

  constructor(
    private readonly client: Queryable,
    readonly caches: StoreCaches,
    readonly writes: boolean,
  ) {}

  /** Refuses every further statement. */
  refuseAll(): void {
    this.refuses = true;
  }

  private send(statement: Statement): Promise<pg.QueryResult> {
    this.sendWaiting();
    return this.sendNow(statement);
  }

  private sendNow(statement: Statement): Promise<pg.QueryResult> {
    const { text, values } = statement.bind('postgres');
    return this.client.query({ text: text.text, values: values as unknown[], name: names.of(text) });
  }

  /** Writes what {@link runAhead} has held back. */
  flush(): void {
    if (!this.holds) return;
    this.holds = false;
    socketOf(this.client)?.uncork();
  }

  private async query(statement: Statement): Promise<pg.QueryResult> {
    if (this.refuses) throw readTimedOut();
    if (this.is_lost) throw this.failure;
    const sent = this.send(statement);
    this.flush();
    try {
      return await sent;
    } catch (error) {
      const failure = this.note(error);
      throw (failure as { code?: string }).code === QUERY_CANCELED && !this.writes ? readTimedOut() : failure;
    }
  }

  /** Every statement after one that failed fails too, and says nothing of the cause. */
  private note(error: unknown): unknown {
    if ((error as { code?: string }).code !== TRANSACTION_FAILED) this.failure = error;
    return this.failure ?? error;
  }

  async all<Row>(statement: Statement): Promise<Row[]> {
    return (await this.query(statement)).rows;
  }

  async get<Row>(statement: Statement): Promise<Row | null> {
    return (await this.query(statement)).rows[0] ?? null;
  }

  async run(statement: Statement): Promise<number> {
    return (await this.query(statement)).rowCount ?? 0;
  }

  /** Written together with what follows. An error ends the transaction, so the statement after it reports it. */
  async runAhead(statement: Statement): Promise<void> {
    this.hold();
    this.expect(this.send(statement));
  }

  async insertAhead(table: string, row: Row): Promise<void> {
    this.rows.add(table, row);
  }

  /** Sends what every statement must find: rows inserted before it, and the savepoint of the attempt that it belongs to. */
  private sendWaiting(): void {
    const { attempting } = this;
    if (attempting?.has_savepoint === false) {
      attempting.has_savepoint = true;
      this.sendAhead(...this.rows.take(attempting.rows_before), SAVEPOINT);
    }
    this.sendAhead(...this.rows.take());
  }

  private sendAhead(...statements: readonly Statement[]): void {
    for (const statement of statements) {
      this.hold();
      this.expect(this.sendNow(statement));
    }
  }

  async attempt<T>(work: () => Promise<T>): Promise<Attempted<T>> {
    const attempting = { rows_before: this.rows.length, has_savepoint: false };
    this.attempting = attempting;
    try {
      const value = await work();
      // Its last rows may join those of the next.
      if (attempting.has_savepoint) this.sendAhead(RELEASE_SAVEPOINT);
      return { value };
    } catch (error) {
      this.rows.drop(attempting.has_savepoint ? 0 : attempting.rows_before);
      if (attempting.has_savepoint) {
        await this.run(ROLLBACK_TO_SAVEPOINT);
        await this.run(RELEASE_SAVEPOINT);
      }
      return { error };
    } finally {
      this.attempting = null;
    }
  }

  private hold(): void {
    if (this.holds) return;
    this.holds = true;
    socketOf(this.client)?.cork();
    setImmediate(() => this.flush());
  }

  private expect(response: Promise<unknown>): void {
    response.catch((error) => {
      this.note(error);
      if ((error as { code?: string }).code !== TRANSACTION_FAILED) this.is_lost = true;
    });
  }

  begin(text: string): void {
    this.hold();
    this.expect(this.client.query({ text }));
  }

  announce(payloadOf: () => string): void {
    this.hold();
    this.announcement = { mark: String(++marks), payloadOf };
    this.expect(this.client.query({ ...SET_MARK, values: [this.announcement.mark] }));
  }

  /** Resolves when the commit is on disk. Other processes are notified by the statement after it: PostgreSQL commits notifying transactions one by one. */
  async commit(): Promise<void> {
    this.sendWaiting();
    const committed = this.client.query(COMMIT);
    this.flush();
    if (this.announcement !== null) {
      const { mark, payloadOf } = this.announcement;
      // The others' fallback poll covers a lost notification.
      this.client.query({ ...NOTIFY_COMMIT, values: [mark, notifiable(payloadOf())] }).catch(() => {});
    }
    if ((await committed).command === ROLLBACK) throw this.failure ?? new Error('the transaction was rolled back');
  }
}

interface Shared {
  readonly pool: PostgresPool;
  readonly caches: StoreCaches;
}

/** Runs reads on one state. Their result does not wait for the end of the transaction. */
async function snapshot<T>({ pool, caches }: Shared, read: (db: PostgresConnection) => Promise<T>): Promise<T> {
  const client = await pool.take();
  const connection = new PostgresConnection(client, caches, false);
  connection.begin(BEGIN_READ);
  try {
    return await read(connection);
  } finally {
    const ended = client.query('commit');
    connection.flush();
    ended.then(
      () => pool.giveBack(client),
      (error) => pool.giveBack(client, error),
    );
  }
}

/** Does the work in one transaction, on a connection of its own. */
async function transaction<T>({ pool, caches }: Shared, work: (tx: PostgresConnection) => Promise<T>): Promise<T> {
  const client = await pool.takeForWriting();
  const connection = new PostgresConnection(client, caches, true);
  let broken: unknown;
  let is_committing = false;
  try {
    connection.begin(BEGIN_WRITE);
    const result = await work(connection);
    is_committing = true;
    await connection.commit();
    return result;
  } catch (error) {
    broken = error;
    connection.flush();
    // After a commit without a response, a rollback would wait for it.
    if (!is_committing || !isLost(error))
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    throw error;
  } finally {
    pool.giveBack(client, broken);
  }
}

/** A connection in a read transaction; canceling ends its statement and refuses further ones. */
async function lend({ pool, caches }: Shared): Promise<LentConnection> {
  const client = await pool.take();
  const connection = new PostgresConnection(client, caches, false);
  let canceling: Promise<unknown> | null = null;
  try {
    await client.query(BEGIN_READ);
  } catch (error) {
    pool.drop(client);
    throw error;
  }
  return {
    db: connection,
    cancel() {
      connection.refuseAll();
      const pid = pool.pidOf(client);
      canceling ??= pool.query({ text: 'select pg_cancel_backend($1)', values: [pid] }).catch(() => {});
    },
    async end() {
      if (canceling === null) {
        const failed = await client.query('commit').then(
          () => undefined,
          (error: Error) => error,
        );
        return pool.giveBack(client, failed);
      }
      // A cancel that arrives late would hit the connection's next user.
      await canceling;
      pool.drop(client);
    },
  };
}

export async function openPostgres(url: string, limits: LongReadLimits = LONG_READS, pool_size = 10): Promise<Store> {
  const pool = new PostgresPool(url, pool_size, READ_LIMIT_MS);
  try {
    await pool.requireOwnConnections();
  } catch (error) {
    await pool.close();
    if (error instanceof StoreError) throw error;
    throw new StoreError(`can't reach the database ${withoutPassword(url)}: ${describe(error)}`);
  }
  const caches = new StoreCaches();
  const node = `${randomUUID()} `;
  const listener = new PostgresListener(pool, node);

  const shared = { pool, caches };
  const long_reads = new LongReads(limits, () => lend(shared));

  return {
    engine: 'postgres',
    db: new PostgresConnection(pool, caches, false),
    snapshot: (read) => snapshot(shared, read),
    longRead: (requester, read) => long_reads.read(requester, read),
    transaction: (write) => transaction(shared, write),
    listen: (added) => listener.add(added),
    connections: () => pool.figures,
    signal(signal) {
      const payload = JSON.stringify(signal);
      if (payload.length > SIGNAL_MAX) return;
      pool.query({ text: `select pg_notify('${SIGNALS}', $1)`, values: [node + payload] }).catch(() => {}); // delivery of a signal is not guaranteed
    },
    async close() {
      listener.stop();
      long_reads.close();
      await pool.close();
    },
  };
}

function describe(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.[0]?.message || code || 'no answer';
}
