// `stoa organization reactivate` and `full-access`: changes that only the operator of the server makes.

import { storeSettings } from '../config/config.ts';
import { setFullContentAccess } from '../delivery/exports/exports.actions.ts';
import { reactivateOrganization } from '../identity/realm/deactivation.actions.ts';
import { command, UsageError } from './command.ts';
import { organizationSetting, pickRealm, requireStore, withStore } from './store.ts';
import { print } from './terminal.ts';

const settings = { ...storeSettings, ...organizationSetting };

export const organizationReactivate = command({
  settings,
  words: [],
  notes: 'Keys and passwords stay the same.',
  async run(values) {
    requireStore(values);
    await withStore(values, async ({ store, writer }) => {
      const realm = await pickRealm(store.db, values.org);
      await writer.write(realm.realm_id, (context) => reactivateOrganization(context, realm.realm_id));
      print(`${realm.name} is active again.`);
    });
    return 0;
  },
});

export const organizationFullAccess = command({
  settings,
  words: ['ON|OFF'],
  notes: 'With "on", owners can read all private messages in an export. Tell your users.',
  async run(values, [word]) {
    if (word !== 'on' && word !== 'off') throw new UsageError('ON|OFF must be on or off');
    requireStore(values);
    await withStore(values, async ({ store, writer }) => {
      const realm = await pickRealm(store.db, values.org);
      await writer.write(realm.realm_id, (context) => setFullContentAccess(context, realm.realm_id, word === 'on'));
      print(`Owners of ${realm.name} may ${word === 'on' ? 'now' : 'no longer'} export everything.`);
    });
    return 0;
  },
});
