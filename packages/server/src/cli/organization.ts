// `stoa organization reactivate` and `full-access`: what only whoever runs the server does to an organization.

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
  notes: 'Keys and passwords are what they were.',
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
  notes: 'Owners can then read all private messages in an export: people should know of it.',
  async run(values, [word]) {
    if (word !== 'on' && word !== 'off') throw new UsageError('on or off is wanted');
    requireStore(values);
    await withStore(values, async ({ store, writer }) => {
      const realm = await pickRealm(store.db, values.org);
      await writer.write(realm.realm_id, (context) => setFullContentAccess(context, realm.realm_id, word === 'on'));
      print(`Owners of ${realm.name} may ${word === 'on' ? 'now' : 'no longer'} export everything.`);
    });
    return 0;
  },
});
