// `stoa user list`: the accounts of an organization.

import { storeSettings } from '../config/config.ts';
import { findUsers } from '../identity/users/users.queries.ts';
import { command } from './command.ts';
import { roleName } from './roles.ts';
import { organizationSetting, pickRealm, requireStore, withStore } from './store.ts';
import { printRow } from './terminal.ts';

export const userList = command({
  settings: { ...storeSettings, ...organizationSetting },
  notes:
    'Prints a line per account, fields separated by tabs: id, email address, role, "active" or "deactivated", "person" or "bot", name.',
  async run(values) {
    requireStore(values);
    await withStore(values, async ({ store }) => {
      const realm = await pickRealm(store.db, values.org);
      for (const user of await findUsers(store.db, realm.realm_id)) {
        const state = user.is_active ? 'active' : 'deactivated';
        printRow([
          user.user_id,
          user.email,
          roleName(user.role),
          state,
          user.is_bot ? 'bot' : 'person',
          user.full_name,
        ]);
      }
    });
    return 0;
  },
});
