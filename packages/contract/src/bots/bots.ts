// Bots: accounts that programs use. Spec 2.4.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { type Reducer, state } from '../kit/state.ts';
import { UserId } from '../kit/values.ts';
import { realmUserAdd } from '../users/users.events.ts';

/** Bots that only use their API key; the kinds that call or are called by other programs come later. */
export const GENERIC_BOT = 1;

export const Bot = z.object({
  user_id: UserId,
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
  services: z.array(z.unknown()),
});
export type Bot = z.output<typeof Bot>;

export const realmBotAdd = event({
  type: 'realm_bot',
  op: 'add',
  fields: z.object({ bot: Bot }),
  summary: 'A bot has been made that the receiver may manage.',
});

export const realmBotDelete = event({
  type: 'realm_bot',
  op: 'delete',
  fields: z.object({ bot: z.object({ user_id: UserId }) }),
  summary: 'A bot is no longer the receiver’s to manage.',
});

export const getBots = endpoint({
  id: 'get-bots',
  method: 'GET',
  path: '/bots',
  access: 'member',
  params: z.object({}),
  result: z.object({
    bots: z.array(
      Bot.omit({ services: true }).extend({
        username: z.string(),
        full_name: z.string(),
        api_key: z.string(),
        avatar_url: z.string().nullable(),
      }),
    ),
  }),
  summary: 'List the bots the caller owns, with their API keys',
});

export const createBot = endpoint({
  id: 'create-bot',
  method: 'POST',
  path: '/bots',
  access: 'member',
  params: z.object({
    full_name: z.string(),
    /** The part of the bot's address before `-bot@`. */
    short_name: z.string(),
    bot_type: z.int().default(GENERIC_BOT),
    default_sending_stream: z.string().nullable().default(null),
    default_events_register_stream: z.string().nullable().default(null),
    default_all_public_streams: z.boolean().nullable().default(null),
  }),
  result: Bot.omit({ services: true }).extend({ api_key: z.string(), avatar_url: z.string().nullable() }),
  emits: [realmUserAdd, realmBotAdd],
  summary: 'Make a bot and get its API key',
});

export const botsState = state({ fetch: ['realm_bot'], fields: z.object({ realm_bots: z.array(Bot) }) });

export const reduceBots: Reducer = (state, event) => {
  if (event.type !== 'realm_bot' || !state.realm_bots) return state;
  const { user_id } = event.bot as Bot;
  const others = (state.realm_bots as Bot[]).filter((bot) => bot.user_id !== user_id);
  if (event.op === 'delete') return { ...state, realm_bots: others };
  return { ...state, realm_bots: [...others, event.bot as Bot].sort((a, b) => a.user_id - b.user_id) };
};
