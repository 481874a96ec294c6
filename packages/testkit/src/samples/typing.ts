// A successful call for each endpoint of typing.
import type { typingContract } from '@stoa/contract';
import { ownMessage, type Samples } from './stage.ts';

export const typingSamples: Samples<typeof typingContract> = {
  setTypingStatus: ({ cast }) => ({ op: 'start', to: [cast.dara.user_id] }),
  setTypingStatusForEdit: async ({ cast, channel }) => ({ message_id: await ownMessage(cast, channel), op: 'start' }),
};
