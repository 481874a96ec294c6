// Read state and other flags of messages.

import { readStateContract } from '@stoa/contract';
import { defineSlice } from '../../slice/define-slice.ts';
import { findStarred, findStarredOf } from '../read-ranges/flags.queries.ts';
import { presentFlags } from './flag-events.present.ts';
import { readStateRoutes } from './read-state.routes.ts';
import { findUnreadMessages } from './unread-state.queries.ts';

export const readStateSlice = defineSlice({
  contract: readStateContract,
  routes: readStateRoutes,
  presenters: { update_message_flags: presentFlags },
  state: {
    unread: async (db, { actor, params }) => ({
      unread_msgs: await findUnreadMessages(db, actor, params.client_capabilities.empty_topic_name ?? false),
    }),
    starred: async (db, { actor }) => ({ starred_messages: await findStarred(db, actor) }),
  },
  tables: {
    message_flags: {
      accounts: ['user_id'],
      on_export: { field: 'starred_messages', find: findStarredOf },
      on_erasure: 'rows',
      on_deletion: 'rows',
    },
    read_ranges: {
      accounts: ['user_id'],
      on_export: { none: 'it only says what was read' },
      on_own_export: { owner: 'user_id', by: 'recipient_id' },
      on_erasure: 'rows',
    },
    unread_marks: {
      accounts: ['user_id'],
      on_export: { none: 'it only says what was read' },
      on_own_export: { owner: 'user_id', by: 'message_id' },
      on_erasure: 'rows',
      on_deletion: 'rows',
    },
  },
});
