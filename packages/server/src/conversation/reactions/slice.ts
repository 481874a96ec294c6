// Reactions to messages.

import { reactionsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { reactionsRoutes } from './reactions.routes.ts';

export const reactionsSlice = defineSlice({
  contract: reactionsContract,
  routes: reactionsRoutes,
  tables: {
    reactions: {
      accounts: ['user_id'],
      on_export: { in: 'messages' },
      on_own_export: { owner: 'user_id', by: 'message_id' },
      on_erasure: 'rows',
      on_deletion: 'rows',
    },
  },
});
