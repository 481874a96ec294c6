// Messages: sending and reading them.

import { messagesContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { presentDeletion } from './deletion.present.ts';
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
});
