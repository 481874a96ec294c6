// A successful call for each endpoint of scheduled-messages.
import type { scheduledMessagesContract } from '@stoa/contract';
import { LATER, type Samples, type Stage } from './stage.ts';

function laterMessage({ stream_id, unique }: Stage) {
  const message = { type: 'channel' as const, to: stream_id, topic: 'samples', content: `later ${unique()}` };
  return { ...message, scheduled_delivery_timestamp: LATER };
}

async function someScheduledMessage({ cast: { ada } }: Stage): Promise<number> {
  const note = { type: 'direct' as const, to: [ada.user_id as number], content: 'later' };
  return (await ada.createScheduledMessage({ ...note, scheduled_delivery_timestamp: LATER })).scheduled_message_id;
}

export const scheduledMessagesSamples: Samples<typeof scheduledMessagesContract> = {
  getScheduledMessages: () => ({}),
  createScheduledMessage: (stage) => laterMessage(stage),
  updateScheduledMessage: async (stage) => ({
    scheduled_message_id: await someScheduledMessage(stage),
    content: 'another',
  }),
  deleteScheduledMessage: async (stage) => ({ scheduled_message_id: await someScheduledMessage(stage) }),
};
