// Key-value texts that a bot stores on the server. Each bot reads only its own.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { slice } from '../kit/slice.ts';

/** Unicode code points of all keys and values of one account together. */
export const BOT_STORAGE_MAX_LENGTH = 10_000_000;
export const BOT_STORAGE_KEY_MAX_LENGTH = 1000;
/** Keys of one account. */
export const BOT_STORAGE_MAX_KEYS = 10_000;
const BODY_BYTES = 16 * 1024 * 1024;

const Keys = z.array(z.string()).max(BOT_STORAGE_MAX_KEYS).nullable().default(null);

export const updateBotStorage = endpoint({
  id: 'update-bot-storage',
  method: 'PUT',
  path: '/bot_storage',
  access: 'user',
  scope: 'send',
  params: () => z.object({ storage: z.record(z.string(), z.string()) }),
  body_limit: BODY_BYTES,
  summary: 'Store texts by key; keys that are not named are left unchanged',
});

export const getBotStorage = endpoint({
  id: 'get-bot-storage',
  method: 'GET',
  path: '/bot_storage',
  access: 'user',
  scope: 'read',
  params: () => z.object({ keys: Keys }),
  result: () => z.object({ storage: z.record(z.string(), z.string()) }),
  summary: 'Read the stored texts of the caller: all, or some keys',
});

export const removeBotStorage = endpoint({
  id: 'remove-bot-storage',
  method: 'DELETE',
  path: '/bot_storage',
  access: 'user',
  scope: 'send',
  params: () => z.object({ keys: Keys }),
  summary: 'Delete the stored texts of the caller: all, or some keys',
});

export const botStorageContract = slice({
  name: 'bot-storage',
  endpoints: { updateBotStorage, getBotStorage, removeBotStorage },
});
