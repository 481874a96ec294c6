// The parent's side of the reader processes of the embedded database: starts them on demand, and ends them to cancel a statement
// or when idle.
import { setPriority } from 'node:os';
import { commandOf } from '../processes/own-process.ts';
import type { Connection } from './connection.ts';
import type { LentConnection } from './long-reads.ts';
import type { ReaderReply, ReaderRequest } from './reader-process.ts';
import { type Statement, sql } from './sql.ts';
import type { StoreCaches } from './store-caches.ts';

/** An idle process ends after this long, to release its memory. */
const IDLE_MS = 30_000;
/** Lower priority than the main process, which answers everybody. */
const NICENESS = 10;
/** One that has not answered `begin` or `commit` by then hangs: idle it answers at once, and a new one starts in 20 ms. */
const ANSWER_MS = 2000;
const START_MS = 10_000;

/** Known to the table of store failures. */
const hangs = () => Object.assign(new Error('a reader process does not answer'), { code: 'READER_HANGS' });

interface Pending {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

class ReaderProcess implements Connection {
  readonly engine = 'sqlite';
  readonly writes = false;
  private readonly pending = new Map<number, Pending>();
  private readonly child: Bun.Subprocess;
  private next_request_id = 0;
  private ended = false;

  constructor(
    path: string,
    readonly caches: StoreCaches,
  ) {
    this.child = Bun.spawn([...commandOf('reader'), path], {
      ipc: (message) => this.settle(message as ReaderReply),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore'],
      // The runtime's option for less memory.
      env: { BUN_OPTIONS: '--smol' },
      onExit: () => this.end(),
    });
    this.child.unref();
    try {
      setPriority(this.child.pid, NICENESS);
    } catch {} // not every system lets a process do this
  }

  get is_usable(): boolean {
    return !this.ended;
  }

  all<Row>(statement: Statement): Promise<Row[]> {
    const { text, values } = statement.bind('sqlite');
    if (this.ended) return Promise.reject(new Error('the reader process has ended'));
    return new Promise((resolve, reject) => {
      const id = ++this.next_request_id;
      this.pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      this.child.send({ id, text: text.text, values } satisfies ReaderRequest);
    });
  }

  async get<Row>(statement: Statement): Promise<Row | null> {
    return (await this.all<Row>(statement))[0] ?? null;
  }

  run(): Promise<number> {
    return Promise.reject(new Error('a reader writes nothing'));
  }

  /** Begins or ends a transaction; a process that does not answer in time is ended. */
  async command(statement: Statement, within_ms: number): Promise<void> {
    let is_late = false;
    const timer = setTimeout(() => {
      is_late = true;
      this.end();
    }, within_ms);
    try {
      await this.all(statement);
    } catch (error) {
      this.end();
      throw is_late ? hangs() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Kills the process, even in the middle of a statement. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.child.kill('SIGKILL');
    for (const { reject } of this.pending.values()) reject(new Error('the reader process has ended'));
    this.pending.clear();
  }

  private settle(answered: ReaderReply): void {
    const pending = this.pending.get(answered.id);
    this.pending.delete(answered.id);
    if ('rows' in answered) pending?.resolve(answered.rows);
    else pending?.reject(Object.assign(new Error(answered.failure.message), { code: answered.failure.code }));
  }
}

interface Idle {
  readonly reader: ReaderProcess;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class ReaderPool {
  private readonly idle: Idle[] = [];
  private readonly lent = new Set<ReaderProcess>();
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly caches: StoreCaches,
  ) {}

  /** Lends a reader with a snapshot of its own. */
  async lend(): Promise<LentConnection> {
    if (this.closed) throw new Error('the store is closing');
    const reader = (await this.beginIdle()) ?? (await this.begin(new ReaderProcess(this.path, this.caches), START_MS));
    return { db: reader, cancel: () => reader.end(), end: () => this.giveBack(reader) };
  }

  close(): void {
    this.closed = true;
    for (const { reader, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      reader.end();
    }
    for (const reader of this.lent) reader.end();
  }

  private takeIdle(): ReaderProcess | null {
    for (;;) {
      const idle = this.idle.pop();
      if (!idle) return null;
      clearTimeout(idle.timer);
      if (idle.reader.is_usable) return idle.reader;
    }
  }

  /** The first idle one that answers. */
  private async beginIdle(): Promise<ReaderProcess | null> {
    for (let reader = this.takeIdle(); reader !== null; reader = this.takeIdle()) {
      const begun = await this.begin(reader, ANSWER_MS).catch(() => null);
      if (begun !== null) return begun;
      if (this.closed) throw new Error('the store is closing');
    }
    return null;
  }

  private async begin(reader: ReaderProcess, within_ms: number): Promise<ReaderProcess> {
    this.lent.add(reader);
    try {
      await reader.command(sql`begin`, within_ms);
      return reader;
    } catch (error) {
      this.lent.delete(reader);
      throw error;
    }
  }

  private async giveBack(reader: ReaderProcess): Promise<void> {
    this.lent.delete(reader);
    await reader.command(sql`commit`, ANSWER_MS).catch(() => {}); // it is ended
    if (!reader.is_usable) return;
    const timer = setTimeout(() => this.endIdle(reader), IDLE_MS);
    timer.unref();
    this.idle.push({ reader, timer });
  }

  private endIdle(reader: ReaderProcess): void {
    const at = this.idle.findIndex((idle) => idle.reader === reader);
    if (at !== -1) this.idle.splice(at, 1);
    reader.end();
  }
}
