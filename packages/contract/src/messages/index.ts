// Messages: sending, reading, narrows, direct conversations.
import { slice } from '../kit/slice.ts';
import { deleteMessage } from './deletion.events.ts';
import { getMessage, getMessages, renderMessage, sendMessage } from './messages.endpoints.ts';
import { messageEvent } from './messages.events.ts';
import { messagesState, reduceMessages } from './messages.state.ts';
import { matchesNarrow } from './narrow.endpoints.ts';
import { recentConversationsState, reduceRecentConversations } from './recent-conversations.ts';
import { addSubmessage, submessageEvent } from './submessages.ts';

export * from './deletion.events.ts';
export * from './message.ts';
export * from './messages.endpoints.ts';
export * from './messages.events.ts';
export * from './messages.state.ts';
export * from './narrow.endpoints.ts';
export * from './narrow.ts';
export * from './recent-conversations.ts';
export * from './submessages.ts';

export const messagesContract = slice({
  name: 'messages',
  endpoints: { sendMessage, renderMessage, addSubmessage, getMessages, matchesNarrow, getMessage },
  events: [messageEvent, submessageEvent, deleteMessage],
  state: { messages: messagesState, recent_conversations: recentConversationsState },
  reduce: [reduceMessages, reduceRecentConversations],
});
