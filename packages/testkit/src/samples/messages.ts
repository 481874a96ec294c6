// A successful call for each endpoint of messages.
import { MAX_MESSAGES_PER_REQUEST, type messagesContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const messagesSamples: Samples<typeof messagesContract> = {
  sendMessage: ({ channel, unique }) => ({
    type: 'stream',
    to: channel,
    topic: 'samples',
    content: `sample ${unique()}`,
  }),
  renderMessage: () => ({ content: '**sample**' }),
  addSubmessage: async ({ cast, channel }) => {
    const poll = { type: 'stream', to: channel, topic: 'samples', content: '/poll Which?\nThis' } as const;
    const { id } = await cast.ada.sendMessage(poll);
    const vote = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
    return { message_id: id, msg_type: 'widget', content: vote };
  },
  getMessages: () => ({ anchor: 'newest', num_before: MAX_MESSAGES_PER_REQUEST / 1000, num_after: 0 }),
  getMessage: ({ message_id }) => ({ message_id }),
  matchesNarrow: ({ message_id }) => ({ msg_ids: [message_id], narrow: [{ operator: 'has', operand: 'link' }] }),
};
