// A successful call for each endpoint of reactions.
import type { reactionsContract } from '@stoa/contract';
import { ownMessage, type Samples } from './stage.ts';

export const reactionsSamples: Samples<typeof reactionsContract> = {
  addReaction: async ({ cast, channel }) => ({ message_id: await ownMessage(cast, channel), emoji_name: 'tada' }),
  removeReaction: async ({ cast, channel }) => {
    const message_id = await ownMessage(cast, channel);
    await cast.ada.addReaction({ message_id, emoji_name: 'tada' });
    return { message_id, emoji_name: 'tada' };
  },
};
