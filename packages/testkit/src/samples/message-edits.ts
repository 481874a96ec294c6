// A successful call for each endpoint of message-edits.
import type { messageEditsContract } from '@stoa/contract';
import { ownMessage, type Samples } from './stage.ts';

export const messageEditsSamples: Samples<typeof messageEditsContract> = {
  editMessage: async ({ cast, channel, unique }) => ({
    message_id: await ownMessage(cast, channel),
    content: `edited ${unique()}`,
  }),
  removeMessage: async ({ cast, channel }) => ({ message_id: await ownMessage(cast, channel) }),
  getMessageHistory: ({ message_id }) => ({ message_id }),
  deleteTopic: ({ stream_id, unique }) => ({ stream_id, topic_name: `no topic ${unique()}` }),
};
