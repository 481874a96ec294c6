// Services for slices of a running server, in addition to the contexts of each read and write.

import type { Feed } from '../feed/feed.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { FileServices } from '../kit/files/file-services.ts';
import type { DispatchServices } from '../kit/http/handling.ts';
import type { FailureLimit } from '../kit/limits/rate-limits.ts';
import type { Loggers } from '../kit/logging/logger.ts';
import type { Composer } from '../kit/mail/email-templates.ts';
import type { Outbound } from '../kit/outbound/outbound.ts';
import type { ApiKeys } from '../kit/secrets/api-keys.ts';
import type { Vault } from '../kit/secrets/vault.ts';
import type { ServerFacts } from '../kit/server-facts.ts';
import type { PasskeyProofs } from '../kit/sign-in/passkey-proofs.ts';
import type { PasswordDirectory } from '../kit/sign-in/password-directory.ts';
import type { SecondFactor } from '../kit/sign-in/second-factor.ts';
import type { SignUpConfig } from '../kit/sign-in/sign-up-config.ts';
import type { StatePart } from './state.ts';
import type { StorageLocation } from './storage-location.ts';
import type { OwnRows, PersonalField } from './tables.ts';

export interface Services extends DispatchServices, Omit<SignUpConfig, 'limits'> {
  readonly feed: Feed;
  readonly keys: ApiKeys;
  readonly vault: Vault;
  readonly files: FileServices;
  /** Calls no internal address except those the operator allows. */
  readonly outbound: Outbound;
  /** The data directory. */
  readonly data: string;
  /** Where all data is, for processes that work on it beside this one. */
  readonly storage: StorageLocation;
  readonly facts: ServerFacts;
  readonly logs: Loggers;
  /** Where people have passwords besides this server; null for nowhere. */
  readonly directory: PasswordDirectory | null;
  readonly second_factor: SecondFactor;
  readonly passkey_proofs: PasskeyProofs;
  /** Null: no limits. */
  readonly logins: FailureLimit | null;
  /** The keys of all files that rows of any slice need. */
  findStoredFiles(db: Connection): Promise<string[]>;
  /** The mail composers of all slices. */
  readonly emails: readonly Composer[];
  /** The fields of an export for each account that consented. */
  readonly personal_fields: readonly PersonalField[];
  /** The tables whose rows the archive of one person's data has as they are. */
  readonly own_rows: readonly (readonly [table: string, rows: OwnRows])[];
  /** The tables whose rows end with their account, and the column that names it. */
  readonly erased_tables: readonly (readonly [table: string, owner: string])[];
  /** How register reads each part of the initial state, by the names of the contract. */
  readonly state: Readonly<Record<string, StatePart>>;
}
