// What slices of a running server work with, beside what each write and read is given.

import type { Feed } from '../feed/feed.ts';
import type { ApiKeys } from '../kit/api-keys.ts';
import type { FileServices } from '../kit/files/file-services.ts';
import type { Dispatch } from '../kit/http/dispatch.ts';
import type { Composer } from '../kit/mail/letters.ts';
import type { Outbound } from '../kit/outbound.ts';
import type { FailureLimit } from '../kit/rate-limits.ts';
import type { ServerFacts } from '../kit/server-facts.ts';
import type { SignUpConfig } from '../kit/sign-up-config.ts';
import type { Vault } from '../kit/vault.ts';
import type { StatePart } from './state.ts';
import type { PersonalField } from './tables.ts';

export interface Services extends Dispatch, Omit<SignUpConfig, 'limits'> {
  readonly feed: Feed;
  readonly keys: ApiKeys;
  readonly vault: Vault;
  readonly files: FileServices;
  /** Calls nothing inside the network but what the operator allows. */
  readonly outbound: Outbound;
  /** The data directory. */
  readonly data: string;
  readonly facts: ServerFacts;
  /** Null: nothing is limited. */
  readonly logins: FailureLimit | null;
  /** The mails of all slices. */
  readonly letters: readonly Composer[];
  /** What an export has of each account that has agreed. */
  readonly personal_fields: readonly PersonalField[];
  /** What register reads of all slices, by the names of the contract. */
  readonly state: Readonly<Record<string, StatePart>>;
}
