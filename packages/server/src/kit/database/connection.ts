// The database as slices see it: one connection to either engine. Never says which engine it is unless asked.

import type { Row } from './pending-inserts.ts';
import type { Requester } from './read-turns.ts';
import type { Statement } from './sql.ts';
import type { Engine, Parameter } from './statement-text.ts';
import type { StoreCaches } from './store-caches.ts';

export type { Engine, Parameter };

export interface Connection {
  readonly engine: Engine;
  /** Shared by all connections of a store. */
  readonly caches: StoreCaches;
  /** True inside a write: what it reads may still be rolled back, so it must not be cached. */
  readonly writes: boolean;
  /** Runs one statement. Columns declared `boolean` and `json` come back as booleans and parsed values, `bigint` as numbers. */
  all<Row>(statement: Statement): Promise<Row[]>;
  /** Like {@link all}, for the first row or null. */
  get<Row>(statement: Statement): Promise<Row | null>;
  /** Like {@link all}, for the number of rows changed. */
  run(statement: Statement): Promise<number>;
}

/** A connection inside a transaction: the only thing that writes. */
export interface Transaction extends Connection {
  readonly is_transaction: true;
  /**
   * Runs a statement and does not wait for its response, where that saves a round trip. A failure fails the whole transaction:
   * the next statement fails too, and a rollback to a savepoint does not help.
   */
  runAhead(statement: Statement): Promise<void>;
  /** Like {@link runAhead} for a new row of a table, which may share a statement with those inserted right before and after it. */
  insertAhead(table: string, row: Row): Promise<void>;
  /** Does work whose changes are undone if it throws. Throws itself only if the transaction can't go on. */
  attempt<T>(work: () => Promise<T>): Promise<Attempted<T>>;
  /** Notifies other processes once this transaction is committed. The payload says what was committed; a long one is left out. */
  announce(payloadOf: () => string): void;
}

export type Attempted<T> = { readonly value: T } | { readonly error: unknown };

export interface Store {
  readonly engine: Engine;
  /** For single-statement reads; each sees the latest commit. */
  readonly db: Connection;
  /** Runs several reads on one consistent state. */
  snapshot<T>(read: (db: Connection) => Promise<T>): Promise<T>;
  /**
   * Like {@link snapshot}, for long reads: they block no other request, take turns by account, and end at their time limit or
   * when the client is gone.
   */
  longRead<T>(requester: Requester, read: (db: Connection) => Promise<T>): Promise<T>;
  /** Runs `write` between BEGIN and COMMIT; resolves when the commit is on disk, and rolls back if `write` throws. */
  transaction<T>(write: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Listens to other processes on the same store; returns how to stop. */
  listen(listener: StoreListener): Promise<() => void>;
  /** Sends a signal to the other processes that listen now. Not stored, and delivery is not guaranteed. */
  signal(signal: Signal): void;
  /** Connections now in use and idle, and transactions that wait for one. */
  connections(): { readonly in_use: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export interface StoreListener {
  /** Another process may have committed; with the payload of its notification, if it sent one. */
  committed(payload: string | null): void;
  /** Another process has sent a signal. Every listener gets every signal and recognizes its own by their fields. */
  signalled(signal: Signal): void;
}

/** A message from one process to the others, as JSON. Nodes of other versions may send fields that this one does not know. */
export type Signal = Readonly<Record<string, unknown>>;

/** A store that can't be opened; the message is a sentence for the operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
