// Two-factor sign-in as signing in by a password uses it.
import type { UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import type { SecondFactor } from '../../kit/second-factor.ts';
import type { Vault } from '../../kit/vault.ts';
import type { WriteContext } from '../../kit/write-context.ts';
import { splitPassword } from './codes.rules.ts';
import { spendCode } from './two-factor.actions.ts';
import { findTwoFactor } from './two-factor.queries.ts';

export class AuthenticatorCodes implements SecondFactor {
  readonly split = splitPassword;

  constructor(private readonly vault: Vault) {}

  async isNeeded(db: Connection, user_id: UserId): Promise<boolean> {
    return (await findTwoFactor(db, user_id)) !== null;
  }

  spend(context: WriteContext, user_id: UserId, code: string): Promise<boolean> {
    return spendCode(context, this.vault, user_id, code);
  }
}
