// Editing, moving and deleting messages.

import { messageEditsContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { messageEditsRoutes } from './message-edits.routes.ts';
import { moveMessagesHandler } from './moving.actions.ts';
import { presentUpdate } from './update-message.present.ts';

export const messageEditsSlice = defineSlice({
  contract: messageEditsContract,
  routes: messageEditsRoutes,
  presenters: { update_message: presentUpdate },
  jobs: [moveMessagesHandler],
  tables: {
    message_edits: {
      accounts: ['user_id'],
      on_export: { in: 'messages' },
      on_own_export: { owner: 'user_id', by: 'message_id' },
      on_erasure: { none: 'it is part of a message' },
      on_deletion: 'rows',
    },
    message_moves: { on_deletion: 'rows' },
  },
});
