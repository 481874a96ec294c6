// Read state: read, starred and other flags of messages.
import { slice } from '../kit/slice.ts';
import {
  getReadReceipts,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from './read-state.endpoints.ts';
import { flagsAdd, flagsRemove } from './read-state.events.ts';
import { reduceReadState } from './read-state.reduce.ts';
import { starredState, unreadState } from './read-state.state.ts';

export * from './read-state.endpoints.ts';
export * from './read-state.events.ts';
export * from './read-state.reduce.ts';
export * from './read-state.state.ts';

export const readStateContract = slice({
  name: 'read-state',
  endpoints: {
    updateMessageFlags,
    updateMessageFlagsForNarrow,
    getReadReceipts,
    markAllAsRead,
    markStreamAsRead,
    markTopicAsRead,
  },
  events: [flagsAdd, flagsRemove],
  state: { unread: unreadState, starred: starredState },
  reduce: [reduceReadState],
});
