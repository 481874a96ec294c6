// Another place that knows people's passwords: a directory that the operator configured.
import type { UserId } from '@stoa/contract';
import type { Realm } from '../access/actor.ts';
import type { Connection } from '../database/connection.ts';
import type { PasswordAndCode } from './second-factor.ts';

/** The issuer of its people in `external_identities`; no provider's address. A server has one directory, wherever it moves. */
export const DIRECTORY_ISSUER = 'ldap';

export interface DirectoryCredentials {
  readonly username: string;
  readonly password: string;
  /** The same text as password and code, if it may be both. */
  readonly parts: PasswordAndCode | null;
  /** Whether an account needs a code: only its text is cut. [TF7] */
  needsCode(user_id: UserId): Promise<boolean>;
}

export interface DirectoryPassword {
  readonly user_id: UserId;
  /** The code that followed the password; null if all of the text was the password. */
  readonly code: string | null;
}

export interface PasswordDirectory {
  /** The name that people know it by. */
  readonly name: string;
  /** Whether the owner of an account has signed in with it. No password of this server counts for them. [LD8] */
  connects(db: Connection, user_id: UserId): Promise<boolean>;
  /**
   * The account of whoever has this login name, or address, and password there; null if nobody has. Connects or creates the account the
   * first time. Throws a refusal if the directory does not answer.
   */
  signIn(db: Connection, realm: Realm, credentials: DirectoryCredentials): Promise<DirectoryPassword | null>;
  /** Whether it is the password of the owner of an account that the directory connects. */
  confirms(db: Connection, user_id: UserId, password: string): Promise<boolean>;
}
