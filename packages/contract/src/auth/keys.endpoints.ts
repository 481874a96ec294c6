// API keys after signing in: reading a bot's key, and replacing your own or a bot's.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { UserId } from '../kit/values.ts';
import { PasskeyProof } from '../shapes/passkey-proof.ts';

const result = z.object({ api_key: z.string() });

export const getBotApiKey = endpoint({
  id: 'get-bot-api-key',
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  access: 'user',
  scope: 'key',
  params: () => z.object({ bot_id: UserId }),
  result: () => result,
  fresh_password: true,
  since: 463,
  summary: 'Get the API key of a bot',
});

export const regenerateBotApiKey = endpoint({
  id: 'regenerate-bot-api-key',
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  access: 'member',
  scope: 'key',
  params: () => z.object({ bot_id: UserId }),
  result: () => result,
  fresh_password: true,
  summary: 'Replace the API key of a bot; its old key, access tokens and event queues end immediately',
});

export const regenerateOwnApiKey = endpoint({
  id: 'regenerate-own-api-key',
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  access: 'user',
  scope: 'key',
  params: () =>
    z.object({
      /** Required when the caller signed in with a session rather than an API key, unless `passkey` is there. */
      password: z.string().optional(),
      /** In place of the password: the answer of a passkey to a challenge of `begin-passkey-confirmation`. */
      passkey: PasskeyProof.optional(),
    }),
  result: () => result,
  // Only accounts without a password need it.
  fresh_password: 'by-stored',
  summary: 'Replace your own API key; the old key, your access tokens and the event queues of both end immediately',
});
