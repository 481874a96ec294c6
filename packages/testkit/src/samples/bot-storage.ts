// A successful call for each endpoint of bot-storage.
import type { botStorageContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const botStorageSamples: Samples<typeof botStorageContract> = {
  updateBotStorage: ({ unique }) => ({ storage: { [`sample ${unique()}`]: 'kept' } }),
  getBotStorage: () => ({}),
  removeBotStorage: () => ({}),
};
