// Bot storage.

import { botStorageContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { botStorageRoutes } from './bot-storage.routes.ts';

export const botStorageSlice = defineSlice({
  contract: botStorageContract,
  routes: botStorageRoutes,
  tables: {
    bot_storage: {
      accounts: ['user_id'],
      on_export: { none: 'a program has stored it for itself' },
      on_own_export: { none: 'a program has stored it for itself' },
      on_erasure: 'rows',
    },
  },
});
