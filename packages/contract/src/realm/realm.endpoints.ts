// Changing an organization.
import { userGroupAddMembers, userGroupRemoveMembers } from '../groups/groups.events.ts';
import { endpoint } from '../kit/endpoint.ts';
import { ExpectationMismatch, SystemGroupRequired } from '../kit/group-setting.ts';
import { realmUserSettingsDefaultsUpdate } from '../settings/settings.events.ts';
import { realmUpdate, realmUpdateDict } from './realm.events.ts';
import { RealmChanges } from './realm-settings.ts';

export const updateRealm = endpoint({
  id: 'update-realm',
  method: 'PATCH',
  path: '/realm',
  access: 'administrator',
  scope: 'key',
  params: () => RealmChanges,
  fresh_password: true,
  errors: [ExpectationMismatch, SystemGroupRequired],
  emits: [realmUpdate, realmUpdateDict, realmUserSettingsDefaultsUpdate, userGroupAddMembers, userGroupRemoveMembers],
  summary: "Change the organization's name, settings and permissions",
});
