// What a slice says of its tables: whose rows they are, and what becomes of them. A test asks it of every table that refers to
// accounts or messages.
import type { UserId } from '@stoa/contract';
import type { Realm } from '../kit/actor.ts';
import type { Connection, Engine } from '../kit/database/connection.ts';

type None = { /** Why. */ readonly none: string };

/** A field of what an export has of each account that has agreed. */
export interface PersonalField {
  readonly field: string;
  find(db: Connection, user_id: UserId, realm: Realm): Promise<unknown>;
}

interface Personal {
  /** The columns that name accounts. */
  readonly accounts: readonly string[];
  /** In which field of an account's own data, or in which other part of the archive. */
  readonly on_export: PersonalField | { readonly in: string } | None;
  /** What ends with an account that is erased: its rows, or nothing. */
  readonly on_erasure: 'rows' | None;
}

interface OfMessages {
  /** What ends with the message of `message_id`: the rows, or nothing. */
  readonly on_deletion: 'rows' | None;
}

export type TableDeclaration = (Personal | { readonly accounts?: undefined; readonly on_export?: undefined }) &
  (OfMessages | { readonly on_deletion?: undefined });

/** What must be true of every store: a query whose rows are the violations. */
export interface Invariant {
  readonly title: string;
  readonly sql: string;
  /** Absent: both. */
  readonly engine?: Engine;
  /** Rows that mean that all is well. */
  readonly fine?: (row: Readonly<Record<string, unknown>>) => boolean;
}
