// A successful call for each endpoint of realm.
import type { realmContract } from '@stoa/contract';
import type { Samples, Stage } from './stage.ts';

async function someDomain({ cast: { ada }, unique }: Stage): Promise<string> {
  const domain = `changing${unique()}.example`;
  await ada.createRealmDomain({ domain, allow_subdomains: false });
  return domain;
}

export const realmSamples: Samples<typeof realmContract> = {
  getServerSettings: () => ({}),
  updateRealm: ({ unique }) => ({ description: `sample ${unique()}` }),
  getRealmDomains: () => ({}),
  createRealmDomain: ({ unique }) => ({ domain: `sample${unique()}.example`, allow_subdomains: false }),
  updateRealmDomain: async (stage) => ({ domain: await someDomain(stage), allow_subdomains: true }),
  deleteRealmDomain: async (stage) => ({ domain: await someDomain(stage) }),
  // Refused, because no other call would succeed after it.
  deactivateRealm: () => ({ deletion_delay_days: 1 }),
  createConstructorGroupsCall: () => ({}),
  getMessagesSummary: () => ({ narrow: [{ operator: 'is', operand: 'dm' }] }),
  registerRemotePushDevice: () => ({
    realm_uuid: 'sample',
    token_id: 'sample',
    encrypted_push_registration: 'sample',
    bouncer_public_key: 'sample',
  }),
};
