// Rows of personal exports and erasures. Times are in seconds since 1970.
import type { RealmId, UserId } from '@stoa/contract';

export interface PersonalExportRow {
  readonly id: number;
  readonly realm_id: RealmId;
  readonly user_id: UserId;
  readonly acting_user_id: UserId;
  /** Leaves out what only the person may see. */
  readonly is_public: boolean;
  readonly requested_at: number;
  readonly percent: number;
  /** The archive's key in the file store; null until it exists. */
  readonly file_key: string | null;
  readonly size: number | null;
  readonly finished_at: number | null;
  readonly failed_at: number | null;
}

/** In this order. */
export const STAGES = [
  'reactions',
  'messages',
  'files',
  'archives',
  'subscriptions',
  'invitations',
  'audit_entries',
  'rows',
] as const;
export type Stage = (typeof STAGES)[number];

export interface ErasureRow {
  readonly user_id: UserId;
  readonly realm_id: RealmId;
  /** Null: the operator. */
  readonly acting_user_id: UserId | null;
  readonly removes_messages: boolean;
  readonly requested_at: number;
  readonly finished_at: number | null;
  readonly stage: Stage;
  /** Messages up to this id are done. */
  readonly after_id: number;
  /** The newest message when the account was erased. */
  readonly until_id: number;
  readonly messages_removed: number;
  readonly mentions_changed: number;
}
