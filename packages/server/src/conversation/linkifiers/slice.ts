// Linkifiers: patterns that become links.

import { linkifiersContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { presentLinkifiers } from './linkifiers.present.ts';
import { findLinkifiers } from './linkifiers.queries.ts';
import { linkifiersRoutes } from './linkifiers.routes.ts';

export const linkifiersSlice = defineSlice({
  contract: linkifiersContract,
  routes: linkifiersRoutes,
  presenters: { realm_linkifiers: presentLinkifiers },
  state: {
    linkifiers: async (db, { realm, params }) => ({
      realm_linkifiers: params.client_capabilities.linkifier_url_template
        ? await findLinkifiers(db, realm.realm_id)
        : [],
    }),
    filters: async () => ({ realm_filters: [] }),
  },
});
