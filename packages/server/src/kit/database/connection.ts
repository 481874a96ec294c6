// What slices see of a database: one connection to one of the two engines. Never says which engine is behind it unless asked.
import type { Asker } from './read-turns.ts';
import type { Statement } from './sql.ts';
import type { Engine, Parameter } from './statement-text.ts';
import type { StoreCaches } from './store-caches.ts';

export type { Engine, Parameter };

export interface Connection {
  readonly engine: Engine;
  /** One and the same for all connections of a store. */
  readonly caches: StoreCaches;
  /** Whether it is inside of a write: what it sees may yet be taken back, and is not to be remembered. */
  readonly writes: boolean;
  /** Runs one statement. Columns declared `boolean` and `json` come back as booleans and parsed values, `bigint` as numbers. */
  all<Row>(statement: Statement | string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** Like {@link all}, for the first row or null. */
  get<Row>(statement: Statement | string, parameters?: readonly Parameter[]): Promise<Row | null>;
  /** Like {@link all}, for the number of rows changed. */
  run(statement: Statement | string, parameters?: readonly Parameter[]): Promise<number>;
}

/** A connection inside a transaction: the only thing that writes. */
export interface Transaction extends Connection {
  readonly is_transaction: true;
}

export interface Store {
  readonly engine: Engine;
  /** For reads of one statement: each sees the latest commit. */
  readonly db: Connection;
  /** Runs reads that must see one and the same state. */
  snapshot<T>(read: (db: Connection) => Promise<T>): Promise<T>;
  /**
   * Like {@link snapshot}, for reads that may be long: they hold up nothing else, take turns by account, and end when their time
   * is up or nobody waits for them.
   */
  longRead<T>(asker: Asker, read: (db: Connection) => Promise<T>): Promise<T>;
  /** Runs `write` between BEGIN and COMMIT; resolves when the commit is on disk, and rolls back if `write` throws. */
  transaction<T>(write: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Listens to other processes on the same store; returns how to stop. */
  listen(listener: StoreListener): Promise<() => void>;
  /** Passes a text on to the other processes that listen now; it is neither kept nor promised. */
  signal(payload: string): void;
  /** Tells other processes that this one has committed. */
  announceCommit(): void;
  close(): Promise<void>;
}

export interface StoreListener {
  /** Another process may have committed. */
  committed(): void;
  /** Another process has sent a signal. */
  signalled(payload: string): void;
}

/** A store that can't be opened, in a sentence for the person who started the program. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
