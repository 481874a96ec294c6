// `stoa organization reactivate` and `full-access`: changes that only the operator of the server makes.

import { setFullContentAccess } from '../delivery/exports/exports.actions.ts';
import { reactivateOrganization } from '../identity/realm/deactivation.actions.ts';
import { UsageError } from './command.ts';
import type { OrganizationValues } from './organization-settings.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { print } from './terminal.ts';

export async function organizationReactivate(values: OrganizationValues): Promise<number> {
  requireStore(values);
  await withStore(values, async ({ store, writer }) => {
    const realm = await pickRealm(store.db, values.org);
    await writer.write(realm.realm_id, (context) => reactivateOrganization(context, realm.realm_id));
    print(`${realm.name} is active again.`);
  });
  return 0;
}

export async function organizationFullAccess(values: OrganizationValues, [word]: readonly string[]): Promise<number> {
  if (word !== 'on' && word !== 'off') throw new UsageError('ON|OFF must be on or off');
  requireStore(values);
  await withStore(values, async ({ store, writer }) => {
    const realm = await pickRealm(store.db, values.org);
    await writer.write(realm.realm_id, (context) => setFullContentAccess(context, realm.realm_id, word === 'on'));
    print(`Owners of ${realm.name} may ${word === 'on' ? 'now' : 'no longer'} export everything.`);
  });
  return 0;
}
