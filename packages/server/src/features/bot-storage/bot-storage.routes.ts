// Bot storage: texts by key.
import { getBotStorage, removeBotStorage, updateBotStorage } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { keepInStorage, removeFromStorage } from './bot-storage.actions.ts';
import { readStorage } from './bot-storage.queries.ts';

export const botStorageRoutes: Route[] = [
  write(updateBotStorage, async (context, { storage }) => {
    await keepInStorage(context, context.actor, storage);
    return {};
  }),
  read(getBotStorage, async ({ db, actor }, { keys }) => ({ storage: await readStorage(db, actor.user_id, keys) })),
  write(removeBotStorage, async (context, { keys }) => {
    await removeFromStorage(context, context.actor.user_id, keys);
    return {};
  }),
];
