// API keys after signing in: reading a bot's, and replacing one's own or a bot's.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { UserId } from '../kit/values.ts';

const result = z.object({ api_key: z.string() });

export const getBotApiKey = endpoint({
  id: 'get-bot-api-key',
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  access: 'user',
  params: z.object({ bot_id: UserId }),
  result,
  fresh_password: true,
  since: 463,
  summary: 'Get the API key of a bot',
});

export const regenerateBotApiKey = endpoint({
  id: 'regenerate-bot-api-key',
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  access: 'member',
  params: z.object({ bot_id: UserId }),
  result,
  fresh_password: true,
  summary: 'Give a bot another API key; the old one and the bot’s event queues end at once',
});

export const regenerateOwnApiKey = endpoint({
  id: 'regenerate-own-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  access: 'user',
  params: z.object({
    /** Needed by who is signed in by a session and not by the key itself. */
    password: z.string().optional(),
  }),
  result,
  summary: 'Get another API key; the old one and the event queues that it registered end at once',
});
