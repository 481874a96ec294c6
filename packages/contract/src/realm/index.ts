// The organization: settings, permissions, domains, deactivation, and server-wide constants.
import { slice } from '../kit/slice.ts';
import { deactivateRealm, realmDeactivated } from './deactivation.ts';
import {
  createConstructorGroupsCall,
  getMessagesSummary,
  outsideServices,
  registerRemotePushDevice,
} from './outside-services.ts';
import { updateRealm } from './realm.endpoints.ts';
import { realmUpdate, realmUpdateDict } from './realm.events.ts';
import { realmState, reduceRealm } from './realm.state.ts';
import {
  createRealmDomain,
  deleteRealmDomain,
  getRealmDomains,
  realmDomainsAdd,
  realmDomainsChange,
  realmDomainsRemove,
  realmDomainsState,
  reduceRealmDomains,
  updateRealmDomain,
} from './realm-domains.ts';
import { reduceRestart, restartEvent } from './restart.ts';
import { getServerSettings } from './server-settings.ts';

export * from './deactivation.ts';
export * from './legacy-policies.ts';
export * from './outside-services.ts';
export * from './own-permissions.ts';
export * from './permission-settings.ts';
export * from './realm.endpoints.ts';
export * from './realm.events.ts';
export * from './realm.state.ts';
export * from './realm-domains.ts';
export * from './realm-settings.ts';
export * from './restart.ts';
export * from './server-facts.ts';
export * from './server-settings.ts';

export const realmContract = slice({
  name: 'realm',
  endpoints: {
    getServerSettings,
    updateRealm,
    getRealmDomains,
    createRealmDomain,
    updateRealmDomain,
    deleteRealmDomain,
    deactivateRealm,
    createConstructorGroupsCall,
    getMessagesSummary,
    registerRemotePushDevice,
  },
  events: [
    restartEvent,
    realmUpdate,
    realmUpdateDict,
    realmDeactivated,
    realmDomainsAdd,
    realmDomainsChange,
    realmDomainsRemove,
  ],
  state: { realm: realmState, realm_domains: realmDomainsState, ...outsideServices },
  reduce: [reduceRestart, reduceRealm, reduceRealmDomains],
});
