// The state of messages after register, and how events change it.
import { z } from 'zod';
import { type Reducer, state } from '../kit/state.ts';
import type { Message } from './message.ts';

export const messagesState = state({ fetch: ['message'], fields: () => z.object({ max_message_id: z.int() }) });

export const reduceMessages: Reducer = (state, event) => {
  if (event.type !== 'message' || state.max_message_id === undefined) return state;
  const { id } = event.message as Message;
  return { ...state, max_message_id: Math.max(state.max_message_id as number, id) };
};
