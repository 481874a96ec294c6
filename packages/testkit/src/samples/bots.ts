// A successful call for each endpoint of bots.
import type { botsContract } from '@stoa/contract';
import { newBot, type Samples, type Stage } from './stage.ts';

/** A bot that a member has offered to the owner. */
async function someOfferedBot({ cast: { ada, dara }, unique }: Stage): Promise<number> {
  const short_name = `offered${unique()}`;
  const { user_id } = await dara.createBot({ full_name: `Offered bot ${unique()}`, short_name });
  await dara.updateBot({ bot_id: user_id, bot_owner_id: ada.user_id });
  return user_id;
}

export const botsSamples: Samples<typeof botsContract> = {
  getBots: () => ({}),
  getBotOffers: () => ({}),
  acceptBotOffer: async (stage) => ({ bot_id: await someOfferedBot(stage) }),
  declineBotOffer: async (stage) => ({ bot_id: await someOfferedBot(stage) }),
  createBot: ({ unique }) => ({ full_name: `Sample bot ${unique()}`, short_name: `sample${unique()}` }),
  updateBot: async (stage) => ({ bot_id: await newBot(stage), full_name: `Changed bot ${stage.unique()}` }),
  deactivateBot: async (stage) => ({ bot_id: await newBot(stage) }),
  zcommand: () => ({ command: '/ping' }),
};
