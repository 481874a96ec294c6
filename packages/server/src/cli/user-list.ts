// `stoa user list`: the accounts of an organization.

import { findUsers } from '../identity/users/users.queries.ts';
import { roleName } from '../kit/role-names.ts';
import type { OrganizationValues } from './organization-settings.ts';
import { pickRealm, withStoreToRead } from './store.ts';
import { printRow } from './terminal.ts';

export async function userList(values: OrganizationValues): Promise<number> {
  await withStoreToRead(values, async (db) => {
    const realm = await pickRealm(db, values.org);
    for (const user of await findUsers(db, realm.realm_id)) {
      const state = user.is_active ? 'active' : 'deactivated';
      printRow([user.user_id, user.email, roleName(user.role), state, user.is_bot ? 'bot' : 'person', user.full_name]);
    }
  });
  return 0;
}
