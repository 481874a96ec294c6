// Navigation views in the sidebar.

import { navigationViewsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findNavigationViews } from './navigation-views.queries.ts';
import { navigationViewsRoutes } from './navigation-views.routes.ts';

export const navigationViewsSlice = defineSlice({
  contract: navigationViewsContract,
  routes: navigationViewsRoutes,
  state: {
    navigation_views: async (db, { actor }) => ({ navigation_views: await findNavigationViews(db, actor.user_id) }),
  },
  tables: {
    navigation_views: {
      accounts: ['user_id'],
      on_export: { field: 'navigation_views', find: findNavigationViews },
      on_erasure: 'rows',
    },
  },
});
