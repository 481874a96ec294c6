// `stoa user list`: the accounts of an organization.
import type { UserId } from '@stoa/contract';
import { findGaps } from '../identity/two-factor/requirement.queries.ts';
import { findUsers } from '../identity/users/users.queries.ts';
import type { Realm } from '../kit/access/actor.ts';
import { roleName } from '../kit/access/role-names.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { UserListValues } from './declarations.ts';
import { pickRealm, withStoreToRead } from './store.ts';
import { printRow } from './terminal.ts';

export async function userList(values: UserListValues): Promise<number> {
  await withStoreToRead(values, async (db) => {
    const realm = await pickRealm(db, values.org);
    const listed = values.without_two_factor ? await findWithoutTwoFactor(db, realm) : null;
    for (const user of await findUsers(db, realm.realm_id)) {
      if (listed && !listed.has(user.user_id)) continue;
      const state = user.is_active ? 'active' : 'deactivated';
      printRow([user.user_id, user.email, roleName(user.role), state, user.is_bot ? 'bot' : 'person', user.full_name]);
    }
  });
  return 0;
}

/** The command doesn't know how the server signs people in: whoever ever came from the directory counts. [TF23] */
async function findWithoutTwoFactor(db: Connection, realm: Realm): Promise<ReadonlySet<UserId>> {
  const gaps = await findGaps(db, { directory: {}, facts: { takes_passwords: true } }, realm);
  return new Set(gaps.map(({ user_id }) => user_id));
}
