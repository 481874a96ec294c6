// A proof beside the password: a code of an authenticator app. And who must have one.
import { Refused, type Role, TwoFactorSetupNeeded, type UserId } from '@stoa/contract';
import type { Realm } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import type { WriteContext } from '../write/write-context.ts';

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
}

/** The facts that decide whether an account must have a second factor. */
export interface PossiblyObliged {
  readonly user_id: UserId;
  readonly role: Role;
  readonly is_bot: boolean;
  readonly password_hash: string | null;
  /** The setting of its organization; null for the default. */
  readonly require_two_factor: string | null;
}

export interface SecondFactor {
  /** Whether the account needs a code beside its password. */
  isNeeded(db: Connection, user_id: UserId): Promise<boolean>;
  /** Whether its organization requires a second factor of the account, which has a passkey only: the password is not enough. [PK10] */
  needsPasskey(db: Connection, realm: Realm, account: PossiblyObliged): Promise<boolean>;
  /** Whether its organization requires one of the account, which has none. [TF17] */
  isMissing(db: Connection, realm: Realm, account: PossiblyObliged): Promise<boolean>;
  /** Finds which of these people are shut out until they have one: no message may reach them meanwhile. [TF50] */
  findShutOut(
    db: Connection,
    realm: Pick<Realm, 'realm_id' | 'url'>,
    user_ids: readonly UserId[],
  ): Promise<ReadonlySet<UserId>>;
  /** A text that ends as a code does, as password and code; null for others. [TF7] */
  split(text: string): PasswordAndCode | null;
  /** Uses a code up, so that it counts once at all nodes; false if it doesn't count. True if none is needed any more. [TF6] */
  spend(context: WriteContext, user_id: UserId, code: string): Promise<boolean>;
  /** Before the setting that requires one is changed: refuses what would shut its author out, and ends the queues of whom it shuts out. [TF22] [TF19] */
  prepareRequirement(
    context: WriteContext,
    author: { readonly realm: Realm; readonly user_id: UserId },
    required: string,
  ): Promise<void>;
}

export const twoFactorSetupNeeded = ({ url }: Realm) => Refused('two_factor_setup', { url }, TwoFactorSetupNeeded);
