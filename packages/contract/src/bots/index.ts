// Bots and text commands.
import { slice } from '../kit/slice.ts';
import {
  acceptBotOffer,
  botOffersChanged,
  botsState,
  createBot,
  deactivateBot,
  declineBotOffer,
  getBotOffers,
  getBots,
  realmBotAdd,
  realmBotDelete,
  realmBotUpdate,
  reduceBots,
  updateBot,
} from './bots.ts';
import { zcommand } from './zcommand.ts';

export * from './bots.ts';
export * from './zcommand.ts';

export const botsContract = slice({
  name: 'bots',
  endpoints: { getBots, getBotOffers, acceptBotOffer, declineBotOffer, createBot, updateBot, deactivateBot, zcommand },
  events: [botOffersChanged, realmBotAdd, realmBotUpdate, realmBotDelete],
  state: { bots: botsState },
  reduce: [reduceBots],
});
