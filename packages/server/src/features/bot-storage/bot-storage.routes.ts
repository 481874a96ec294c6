// Bot storage: texts by key.
import { getBotStorage, removeBotStorage, updateBotStorage } from '@stoa/contract';
import { RawResult, type ReadContext, type Route, read, write } from '../../kit/http/route.ts';
import { fieldsOf } from '../../kit/json/json-text.ts';
import { findOwnUse } from '../../kit/limits/account-use.ts';
import { keepInStorage, removeFromStorage } from './bot-storage.actions.ts';
import { readStorage } from './bot-storage.queries.ts';

/** In characters: more of them are a long read. [HT856] */
const SHORT_LENGTH = 1_000_000;

const lengthOf = ({ db, actor }: Pick<ReadContext, 'db' | 'actor'>) => findOwnUse(db, actor.user_id, 'storage_length');

export const botStorageRoutes: Route[] = [
  write(updateBotStorage, async (context, { storage }) => {
    await keepInStorage(context, context.actor, storage);
    return {};
  }),
  read(
    getBotStorage,
    async ({ db, actor }, { keys }) => new RawResult(fieldsOf({ storage: await readStorage(db, actor.user_id, keys) })),
    () => true,
    {
      isShort: async (context) => (await lengthOf(context)) <= SHORT_LENGTH,
      bytes: async (context, { keys }) => (keys === null ? lengthOf(context) : 0),
    },
  ),
  write(removeBotStorage, async (context, { keys }) => {
    await removeFromStorage(context, context.actor.user_id, keys);
    return {};
  }),
];
