// The direct conversations of the reader, as register lists them and messages change them. Spec 2.10.
import { z } from 'zod';
import { type Reducer, state } from '../kit/state.ts';
import { MessageId, UserId } from '../kit/values.ts';
import type { Message } from './message.ts';

/** The conversations with the newest messages; older ones are found by reading. */
export const MAX_RECENT_CONVERSATIONS = 1000;

const RecentConversation = z.object({
  /** The newest message there has been. */
  max_message_id: MessageId,
  /** The others, by id; nobody in a conversation with oneself. */
  user_ids: z.array(UserId),
});
export type RecentConversation = z.output<typeof RecentConversation>;

export const recentConversationsState = state({
  fetch: ['recent_private_conversations'],
  fields: z.object({
    /** The one with the newest message first. */
    recent_private_conversations: z.array(RecentConversation),
  }),
});

export const reduceRecentConversations: Reducer = (state, event) => {
  if (event.type !== 'message' || state.recent_private_conversations === undefined) return state;
  const { id, type, display_recipient, sender_id } = event.message as Message;
  if (type !== 'private') return state;
  const people = (display_recipient as { id: UserId }[]).map((person) => person.id);
  // Where people are not fetched, the reader is taken for one of those who did not send.
  const own_id = (state.user_id as UserId | undefined) ?? people.find((one) => one !== sender_id);
  const user_ids = people.filter((one) => one !== own_id).sort((a, b) => a - b);
  const others = (state.recent_private_conversations as readonly RecentConversation[]).filter(
    (other) => other.user_ids.join() !== user_ids.join(),
  );
  const recent = [{ max_message_id: id, user_ids }, ...others].slice(0, MAX_RECENT_CONVERSATIONS);
  return { ...state, recent_private_conversations: recent };
};
