// Code playgrounds.

import { playgroundsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findPlaygrounds } from './playgrounds.queries.ts';
import { playgroundsRoutes } from './playgrounds.routes.ts';

export const playgroundsSlice = defineSlice({
  contract: playgroundsContract,
  routes: playgroundsRoutes,
  state: {
    playgrounds: async (db, { realm }) => ({ realm_playgrounds: await findPlaygrounds(db, realm.realm_id) }),
  },
});
