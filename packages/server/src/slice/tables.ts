// Declarations of a slice's tables: whose rows they hold, and how export, erasure and deletion treat them. A test requires one for
// every table that refers to accounts or messages.
import type { UserId } from '@stoa/contract';
import type { Realm } from '../kit/access/actor.ts';
import type { Connection, Engine } from '../kit/database/connection.ts';
import type { Statement } from '../kit/database/sql.ts';

type None = { /** The reason. */ readonly none: string };

/** A field in an export's data of each account that consented. */
export interface PersonalField {
  readonly field: string;
  find(db: Connection, user_id: UserId, realm: Realm): Promise<unknown>;
}

/** Rows that go unchanged into the archive of one person's data. */
export interface OwnRows {
  /** The column of the account whose rows they are. */
  readonly owner: string;
  /** The column by which they are read in pages. */
  readonly by: string;
  /** Columns that are left out: digests of keys, sealed tokens and keys of files. */
  readonly without?: readonly string[];
}

interface ForAccounts {
  /** The columns that name accounts; the first is the one whose rows they are. */
  readonly accounts: readonly string[];
  /** Deleted when an account is erased: its rows, or nothing. */
  readonly on_erasure: 'rows' | None;
}

interface OfField extends ForAccounts {
  /** The field of an account's own data, in exports of the organization and of one person alike. */
  readonly on_export: PersonalField;
  readonly on_own_export?: undefined;
}

interface OfParts extends ForAccounts {
  /** The other part of the organization's archive that has the rows. */
  readonly on_export: { readonly in: string } | None;
  /** The rows in the archive of one person's data, or its other part that has them. */
  readonly on_own_export: OwnRows | { readonly in: string } | None;
}

type Personal = OfField | OfParts;

interface OfMessages {
  /** Deleted with the message of `message_id`: the rows, or nothing. */
  readonly on_deletion: 'rows' | None;
}

export type TableDeclaration = (
  | Personal
  | { readonly accounts?: undefined; readonly on_export?: undefined; readonly on_own_export?: undefined }
) &
  (OfMessages | { readonly on_deletion?: undefined });

/** An invariant of every store. */
export interface Invariant {
  readonly title: string;
  /** Returns the rows that violate it. */
  readonly violations: Statement;
  /** Both engines if absent. */
  readonly engine?: Engine;
  /** Rows for which this is true are no violations. */
  readonly fine?: (row: Readonly<Record<string, unknown>>) => boolean;
}
