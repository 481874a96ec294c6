// Messages: sending and reading them.

import { messagesContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { presentDeletion } from './deletion.present.ts';
import { messagesInvariants } from './messages.invariants.ts';
import { presentMessage } from './messages.present.ts';
import { findMaxMessageId } from './messages.queries.ts';
import { messagesRoutes } from './messages.routes.ts';
import { ownUserRoutes } from './own-user.routes.ts';
import { findRecentConversations } from './recent-conversations.queries.ts';
import { submessagesRoutes } from './submessages.routes.ts';

export const messagesSlice = defineSlice({
  contract: messagesContract,
  routes: [...messagesRoutes, ...ownUserRoutes, ...submessagesRoutes],
  presenters: { message: presentMessage, delete_message: presentDeletion },
  state: {
    messages: async (db, { actor }) => ({ max_message_id: await findMaxMessageId(db, actor) }),
    recent_conversations: async (db, { actor }) => ({
      recent_private_conversations: await findRecentConversations(db, actor),
    }),
  },
  tables: {
    messages: {
      accounts: ['sender_id'],
      on_export: { in: 'messages' },
      on_own_export: { in: 'messages' },
      on_erasure: { none: 'others have received it' },
    },
    recipient_users: {
      accounts: ['user_id'],
      on_export: { in: 'messages' },
      on_own_export: { owner: 'user_id', by: 'recipient_id' },
      on_erasure: { none: 'it says to whom others wrote' },
    },
    submessages: {
      accounts: ['sender_id'],
      on_export: { in: 'messages' },
      on_own_export: { owner: 'sender_id', by: 'id' },
      on_erasure: { none: 'it is part of a message' },
      on_deletion: 'rows',
    },
  },
  invariants: messagesInvariants,
});
