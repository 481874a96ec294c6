// Two-factor sign-in as signing in by a password uses it, and the check of every request.
import type { UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { Vault } from '../../kit/secrets/vault.ts';
import type { PossiblyObliged, SecondFactor } from '../../kit/sign-in/second-factor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { splitPassword } from './codes.rules.ts';
import { prepareRequirement } from './requirement.actions.ts';
import { findShutOut, isRequired } from './requirement.queries.ts';
import { spendCode } from './two-factor.actions.ts';
import { findTwoFactor, hasSecondFactor, hasUsablePasskey } from './two-factor.queries.ts';

export class AuthenticatorCodes implements SecondFactor {
  readonly split = splitPassword;

  constructor(
    private readonly vault: Vault,
    private readonly passwords: PasswordFacts,
  ) {}

  async isNeeded(db: Connection, user_id: UserId): Promise<boolean> {
    return (await findTwoFactor(db, user_id)) !== null;
  }

  async needsPasskey(db: Connection, realm: Realm, account: PossiblyObliged): Promise<boolean> {
    return (
      (await isRequired(db, this.passwords, account)) &&
      (await hasUsablePasskey(db, this.passwords, realm, account)) &&
      (await findTwoFactor(db, account.user_id)) === null
    );
  }

  async isMissing(db: Connection, realm: Realm, account: PossiblyObliged): Promise<boolean> {
    return (
      (await isRequired(db, this.passwords, account)) && !(await hasSecondFactor(db, this.passwords, realm, account))
    );
  }

  findShutOut(...[db, realm, user_ids]: Parameters<SecondFactor['findShutOut']>): Promise<ReadonlySet<UserId>> {
    return findShutOut(db, this.passwords, realm, user_ids);
  }

  spend(context: WriteContext, user_id: UserId, code: string): Promise<boolean> {
    return spendCode(context, this.vault, user_id, code);
  }

  prepareRequirement(...[context, author, required]: Parameters<SecondFactor['prepareRequirement']>): Promise<void> {
    return prepareRequirement(context, this.passwords, author, required);
  }
}
