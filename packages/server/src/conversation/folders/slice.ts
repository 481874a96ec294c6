// Folders of channels.

import { foldersContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findFolders } from './folders.queries.ts';
import { foldersRoutes } from './folders.routes.ts';

export const foldersSlice = defineSlice({
  contract: foldersContract,
  routes: foldersRoutes,
  state: { folders: async (db, { realm }) => ({ channel_folders: await findFolders(db, realm.realm_id) }) },
  tables: {
    channel_folders: {
      accounts: ['creator_id'],
      on_export: { in: 'organization.json' },
      on_own_export: { none: 'it is the organization’s' },
      on_erasure: { none: 'it is the organization’s' },
    },
  },
});
