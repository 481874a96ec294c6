// A proof beside the password of this server: a code of an authenticator app.
import type { UserId } from '@stoa/contract';
import type { Connection } from './database/connection.ts';
import type { WriteContext } from './write-context.ts';

export interface PasswordAndCode {
  readonly password: string;
  readonly code: string;
}

export interface SecondFactor {
  /** Whether the account needs a code beside its password. */
  isNeeded(db: Connection, user_id: UserId): Promise<boolean>;
  /** A text that ends as a code does, as password and code; null for others. [TF7] */
  split(text: string): PasswordAndCode | null;
  /** Uses a code up, so that it counts once at all nodes; false if it doesn't count. True if none is needed any more. [TF6] */
  spend(context: WriteContext, user_id: UserId, code: string): Promise<boolean>;
}
