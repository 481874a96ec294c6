// Connections to PostgreSQL: to the host that accepts writes, checked before reuse, and replaced when the other end is gone.
// Knows nothing of transactions.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Semaphore } from '../scheduling/semaphore.ts';
import { StoreError } from './connection.ts';

/** `application_name` of the connections, unless the URL has one. */
export const APPLICATION = 'stoa';
const CONNECT_MS = 5000;
/** Used if there is another host to try. */
const CONNECT_ONE_OF_SEVERAL_MS = 2000;
/** A connection idle for longer is checked before it is used. */
const FRESH_MS = 1000;
const PING_MS = 2000;
const KEEPALIVE_MS = 10_000;
/** The database host's kernel closes a connection whose peer has acknowledged nothing for this long. */
const UNTAKEN_MS = 5000;
/** For connections that read: they hold no lock that others wait for. */
const IDLE_READ_MS = 60_000;
/** Connections that reads leave free: thousands of them may wait for a connection, and a write would wait behind them. [DB54] */
const KEPT_FOR_WRITES = 2;
const INT8 = 20;
/** A commit on a slow disk and a slow standby takes less. */
const COMMIT_CHECK_MS = 4000;
const READ_ONLY = '25006';
const POOLER_ROUNDS = 5;

export interface Hosts {
  /** One address for each host. */
  readonly urls: readonly string[];
  readonly must_write: boolean;
}

/** `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`, as libpq reads it; several hosts must take writes. */
export function parseHosts(url: string): Hosts {
  const [, scheme, credentials, hosts, path, query] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^@/?#]*)([^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  if (scheme === undefined) throw new StoreError('--database is not an address of PostgreSQL');
  const parameters = new URLSearchParams(query);
  const each = hosts!.split(',');
  const session_attrs = parameters.get('target_session_attrs') ?? (each.length > 1 ? 'read-write' : 'any');
  if (!['any', 'read-write', 'primary'].includes(session_attrs))
    throw new StoreError(`--database: target_session_attrs is any, read-write or primary, not "${session_attrs}"`);
  parameters.delete('target_session_attrs');
  const end = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
  return { urls: each.map((host) => `${scheme}${credentials}${host}${end}`), must_write: session_attrs !== 'any' };
}

const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** True if the connection is lost, not just a statement refused. */
export function isLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';
}

interface PooledConnection {
  readonly generation: number;
  /** Id of the backend process, also behind a pooler. */
  pid: number;
  used_at: number;
}

export class PostgresPool {
  private readonly hosts: Hosts;
  private host = 0;
  /** Connections of an earlier generation are not reused. */
  private generation = 0;
  /** The host that has committed since connections to it were last lost. [DB44] */
  private committing: { readonly host: number; readonly generation: number } | null = null;
  private readonly known = new Map<pg.ClientBase, PooledConnection>();
  private readonly pool: pg.Pool;
  private readonly reads: Semaphore;
  private readonly reading = new WeakSet<pg.PoolClient>();

  constructor(
    url: string,
    pool_size: number,
    private readonly read_limit_ms: number,
  ) {
    this.hosts = parseHosts(url);
    this.reads = new Semaphore(Math.max(1, pool_size - KEPT_FOR_WRITES), CONNECT_MS);
    const current = () => this.host;
    const { urls } = this.hosts;
    class HostClient extends pg.Client {
      readonly host_index = current();
      constructor(config: pg.ClientConfig) {
        super({ ...config, connectionString: urls[current()]! });
      }
    }
    this.pool = new pg.Pool({
      ...this.clientConfig(),
      Client: HostClient as unknown as pg.PoolConfig['Client'],
      max: pool_size,
      onConnect: (client: pg.ClientBase) => this.prepare(client, (client as HostClient).host_index),
    } as pg.PoolConfig);
    // The pool replaces a broken connection; its user gets the error from the statement.
    this.pool.on('error', () => {});
    this.pool.on('remove', (client) => this.forget(client));
  }

  private forget(client: pg.ClientBase): void {
    this.known.delete(client);
    // Without any connection, the host may be replaced unnoticed.
    if (this.known.size === 0) this.committing = null;
  }

  private clientConfig(): pg.ClientConfig {
    const several = this.hosts.urls.length > 1;
    return {
      types,
      fallback_application_name: APPLICATION,
      connectionTimeoutMillis: several ? CONNECT_ONE_OF_SEVERAL_MS : CONNECT_MS,
      keepAlive: true,
      // Statements are sent at once, each with its own response, whether or not the one before has been answered.
      pipeline: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
    };
  }

  private async prepare(client: pg.ClientBase, host: number): Promise<void> {
    client.on('error', () => {});
    const { generation } = this;
    try {
      const pid = await this.configure(client, host);
      this.known.set(client, { generation, pid, used_at: performance.now() });
    } catch (error) {
      // The pool would wait for a goodbye, which a silent host never sends, and lose the connection's place. [DB40]
      abandon(client);
      throw error;
    }
  }

  /** The process id of the backend; refuses hosts that take no writes. */
  private async configure(client: pg.ClientBase, host: number): Promise<number> {
    // Defaults for reads; writes set their own when they begin. Compiling a statement takes longer than running it, however large the
    // planner thinks it is. [DB58]
    const settings = {
      text: `set statement_timeout = ${this.read_limit_ms}; set idle_in_transaction_session_timeout = ${IDLE_READ_MS};
        set tcp_user_timeout = ${UNTAKEN_MS};
        set jit = off;
        select pg_backend_pid() as pid, current_setting('transaction_read_only') = 'on' as is_read_only`,
      query_timeout: PING_MS,
    };
    const results = (await client.query(settings)) as unknown as pg.QueryResult[];
    const { pid, is_read_only } = results.at(-1)!.rows[0];
    if (is_read_only && this.hosts.must_write)
      throw Object.assign(new Error('the host takes no writes'), { code: READ_ONLY });
    if (this.hosts.must_write) await this.requireCommits(client, host);
    return pid;
  }

  /**
   * Refuses a host that can't commit. A primary that was frozen or cut off while another took its place accepts connections
   * until it learns of that, and would answer reads with old data; but no standby confirms its commits any more. [DB44]
   */
  private async requireCommits(client: pg.ClientBase, host: number): Promise<void> {
    const { generation, committing } = this;
    if (committing?.host === host && committing.generation === generation) return;
    const commit = { text: "select pg_logical_emit_message(true, 'stoa', '')", query_timeout: COMMIT_CHECK_MS };
    await client.query(commit);
    this.committing = { host, generation };
  }

  /** Tries each host once, starting with the one that answered last. */
  private async eachHost<T>(connect: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const { host } = this;
      try {
        return await connect();
      } catch (error) {
        const is_full = (error as Error).message.startsWith('timeout exceeded');
        if (attempt >= this.hosts.urls.length || is_full) throw error;
        if (this.host === host) this.host = (host + 1) % this.hosts.urls.length;
      }
    }
  }

  get figures() {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount + this.reads.waiting };
  }

  /** Takes a connection that is known to answer, for reading. */
  async take(): Promise<pg.PoolClient> {
    await this.reads.acquire();
    try {
      const client = await this.takeForWriting();
      this.reading.add(client);
      return client;
    } catch (error) {
      this.reads.release();
      throw error;
    }
  }

  /** The same for writing: it waits for no read. */
  async takeForWriting(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.eachHost(() => this.pool.connect());
      if (await this.isUsable(client)) return client;
      this.drop(client);
    }
  }

  private async isUsable(client: pg.PoolClient): Promise<boolean> {
    const facts = this.known.get(client);
    if (!facts || facts.generation !== this.generation) return false;
    if (performance.now() - facts.used_at < FRESH_MS) return true;
    const ping = { text: 'select 1', query_timeout: PING_MS };
    return client.query(ping).then(
      () => true,
      () => false,
    );
  }

  /** `error`: the failure of the last statement, if any. */
  giveBack(client: pg.PoolClient, error?: unknown): void {
    const facts = this.known.get(client);
    if (facts) facts.used_at = performance.now();
    this.endReading(client);
    // The primary became a standby: every other connection leads to it too.
    if ((error as { code?: string } | undefined)?.code === READ_ONLY && this.hosts.must_write) {
      this.generation++;
      this.drop(client);
    } else if (error !== undefined && isLost(error)) this.drop(client);
    else client.release();
  }

  private endReading(client: pg.PoolClient): void {
    if (this.reading.delete(client)) this.reads.release();
  }

  /** Discards a connection. */
  drop(client: pg.PoolClient): void {
    this.endReading(client);
    this.forget(client);
    abandon(client);
    client.release(true);
  }

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.take();
    try {
      const result = await client.query(config);
      this.giveBack(client);
      return result;
    } catch (error) {
      this.giveBack(client, error);
      throw error;
    }
  }

  pidOf(client: pg.PoolClient): number {
    return this.known.get(client)!.pid;
  }

  /** Opens a connection outside the pool, to the same host. */
  connectApart(): Promise<pg.Client> {
    return this.eachHost(async () => {
      const { host } = this;
      const client = new pg.Client({ ...this.clientConfig(), connectionString: this.hosts.urls[host] });
      client.on('error', () => {});
      try {
        await client.connect();
        await this.configure(client, host);
      } catch (error) {
        abandon(client);
        throw error;
      }
      return client;
    });
  }

  /** Closes every connection, also in use: waiting statements fail at once. */
  abandonAll(): void {
    this.generation++;
    for (const client of this.known.keys()) abandon(client);
  }

  /** Throws if a pooler shares one connection between clients: neither settings nor prepared statements last there. */
  async requireOwnConnections(): Promise<void> {
    const client = await this.take();
    try {
      // A pooler invents the process id that clients receive when they connect.
      if ((client as pg.PoolClient & { processID: number }).processID === this.pidOf(client)) return;
      const other = await this.connectApart();
      try {
        for (let round = 0; round < POOLER_ROUNDS; round++)
          if ((await backendOf(client)) === (await backendOf(other)))
            throw new StoreError(
              'the database is behind a pooler that shares connections between transactions: let it pool by session ' +
                '(PgBouncer: pool_mode = session), or name the address of PostgreSQL itself',
            );
      } finally {
        abandon(other);
      }
    } finally {
      this.giveBack(client);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

async function backendOf(client: pg.ClientBase): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
}

/** Closes a connection without waiting for the other end. */
export function abandon(client: pg.ClientBase): void {
  (client as pg.ClientBase & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** True if the other end answers in time; after this process itself was suspended, the response is already there. */
export async function answers(client: pg.Client, timeout_ms: number): Promise<boolean> {
  let is_there = false;
  const answered = client.query('select 1').then(
    () => {
      is_there = true;
    },
    () => {},
  );
  const late = new AbortController();
  await Promise.race([answered, sleep(timeout_ms, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
  if (!is_there) await Promise.race([answered, sleep(200)]);
  return is_there;
}
