// The recent direct conversations of the reader: their state after register, and how messages change it. Spec 2.10.
import { z } from 'zod';
import { type Reducer, state } from '../kit/state.ts';
import { MessageId, UserId } from '../kit/values.ts';
import type { Message } from './message.ts';

/** At most the 1,000 most recent conversations. Clients find older ones by fetching messages. */
export const MAX_RECENT_CONVERSATIONS = 1000;

const RecentConversation = z.object({
  /** The newest message ever sent in the conversation. */
  max_message_id: MessageId,
  /** The other participants by id; empty for a conversation with yourself. */
  user_ids: z.array(UserId),
});
export type RecentConversation = z.output<typeof RecentConversation>;

export const recentConversationsState = state({
  fetch: ['recent_private_conversations'],
  fields: () =>
    z.object({
      /** The most recent conversation comes first. */
      recent_private_conversations: z.array(RecentConversation),
    }),
});

export const reduceRecentConversations: Reducer = (state, event) => {
  if (event.type !== 'message' || state.recent_private_conversations === undefined) return state;
  const { id, type, display_recipient, sender_id } = event.message as Message;
  if (type !== 'private') return state;
  const people = (display_recipient as { id: UserId }[]).map((person) => person.id);
  // Without fetched users, assume that the reader is a participant who did not send the message.
  const own_id = (state.user_id as UserId | undefined) ?? people.find((user_id) => user_id !== sender_id);
  const user_ids = people.filter((user_id) => user_id !== own_id).sort((a, b) => a - b);
  const others = (state.recent_private_conversations as readonly RecentConversation[]).filter(
    (other) => other.user_ids.join() !== user_ids.join(),
  );
  const recent = [{ max_message_id: id, user_ids }, ...others].slice(0, MAX_RECENT_CONVERSATIONS);
  return { ...state, recent_private_conversations: recent };
};
