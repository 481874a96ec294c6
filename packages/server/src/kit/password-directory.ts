// Another place that knows people's passwords: a directory that the operator configured.
import type { UserId } from '@stoa/contract';
import type { Realm } from './actor.ts';
import type { Connection } from './database/connection.ts';

export interface PasswordDirectory {
  /** What people call it. */
  readonly name: string;
  /** Whether the owner of an account has signed in with it. No password of this server counts for them. [LD8] */
  connects(db: Connection, user_id: UserId): Promise<boolean>;
  /**
   * The account of whoever has this login name, or address, and password there; null if nobody has. Connects or creates the account the
   * first time. Throws a refusal if the directory does not answer.
   */
  signIn(realm: Realm, credentials: { readonly username: string; readonly password: string }): Promise<UserId | null>;
  /** Whether it is the password of the owner of an account that the directory connects. */
  confirms(db: Connection, user_id: UserId, password: string): Promise<boolean>;
}
