// The organization: settings, domains, deactivation, and full members.

import { realmContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { findRealmDomains } from './allowed-emails.queries.ts';
import { deactivationRoutes } from './deactivation.routes.ts';
import { promoteFullMembers } from './full-members.actions.ts';
import { outsideServicesRoutes } from './outside-services.routes.ts';
import { OUTSIDE_SERVICES } from './outside-services.rules.ts';
import { realmInvariants } from './realm.invariants.ts';
import { realmRoutes } from './realm.routes.ts';
import { realmDomainsRoutes } from './realm-domains.routes.ts';
import { findRealmState } from './realm-state.queries.ts';
import { announceRestart } from './restart.actions.ts';

/** How often new members are promoted to full members. */
const PROMOTION_MS = 10 * 60_000;

export const realmSlice = defineSlice({
  contract: realmContract,
  routes: [...deactivationRoutes, ...outsideServicesRoutes, ...realmDomainsRoutes],
  state: {
    realm: (db, { realm, server }) => findRealmState(db, realm, server),
    realm_domains: async (db, { realm }) => ({ realm_domains: await findRealmDomains(db, realm.realm_id) }),
    giphy: async () => OUTSIDE_SERVICES.giphy,
    tenor: async () => OUTSIDE_SERVICES.tenor,
    billing: async () => OUTSIDE_SERVICES.billing,
    stop_words: async () => OUTSIDE_SERVICES.stop_words,
  },
  invariants: realmInvariants,
  open({ store, writer, facts, second_factor }: Services) {
    const promote = () => promoteFullMembers(store, writer);
    return {
      routes: realmRoutes(facts, second_factor),
      async start() {
        await promote();
        await announceRestart(store, writer);
      },
      periodic: [{ name: 'promotion', every_ms: PROMOTION_MS, run: promote }],
    };
  },
});
