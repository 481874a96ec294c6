// Bots: accounts that programs use. Spec 2.4.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { event } from '../kit/event.ts';
import { type Reducer, state } from '../kit/state.ts';
import { Role, Timestamp, UserId } from '../kit/values.ts';
import { LIMITS } from '../realm/server-facts.ts';
import { BadImage, RealmUploadQuota } from '../shapes/errors.ts';
import { subscriptionPeerRemove } from '../shapes/subscriptions.events.ts';
import { realmUserAdd, realmUserUpdate } from '../shapes/users.events.ts';

/** `incoming_webhook` bots only send; the server calls `outgoing_webhook` bots when somebody writes to them. */
export const BOT_TYPE = { generic: 1, incoming_webhook: 2, outgoing_webhook: 3 } as const;
/** The payload format of an outgoing webhook. */
export const SERVICE_INTERFACE = { generic: 1, slack: 2 } as const;

/** Settings of an integration: at most 50 short texts. */
export const BotConfig = z
  .record(z.string().max(100), z.string().max(2000))
  .refine((config) => Object.keys(config).length <= 50, 'at most 50 settings');

/** The service that an outgoing webhook calls, or the configuration of an embedded bot. */
export const BotService = z.union([
  z.object({
    base_url: z.string(),
    interface: z.int(),
    /** Sent with each call, so that the service can verify the caller. */
    token: z.string(),
  }),
  z.object({ service_name: z.string(), config_data: z.record(z.string(), z.string()) }),
]);

const BotDefaults = z.object({
  /** The channel the bot sends to when a message names none. */
  default_sending_stream: z.string().nullable(),
  /** The channels its event queues follow when they name none. */
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
});

export const Bot = z.object({ user_id: UserId, ...BotDefaults.shape, services: z.array(BotService) });
export type Bot = z.output<typeof Bot>;

export const realmBotAdd = event({
  type: 'realm_bot',
  op: 'add',
  fields: () => z.object({ bot: Bot }),
  summary: 'A bot was created that the receiver may manage.',
});

export const realmBotUpdate = event({
  type: 'realm_bot',
  op: 'update',
  fields: () => z.object({ bot: Bot.partial().required({ user_id: true }) }),
  summary: 'The defaults or the service of a bot that the receiver may manage have changed.',
});

export const realmBotDelete = event({
  type: 'realm_bot',
  op: 'delete',
  fields: () => z.object({ bot: z.object({ user_id: UserId }) }),
  summary: 'The receiver may no longer manage a bot.',
});

export const getBots = endpoint({
  id: 'get-bots',
  method: 'GET',
  path: '/bots',
  access: 'member',
  scope: 'key',
  result: () =>
    z.object({
      bots: z.array(
        Bot.omit({ services: true }).extend({
          username: z.string(),
          full_name: z.string(),
          api_key: z.string(),
          avatar_url: z.string().nullable(),
        }),
      ),
    }),
  fresh_password: true,
  summary: 'List the bots you own, with their API keys',
});

/** Null and absent are equivalent. */
const OptionalText = z.string().nullable().default(null);

/** An address; some clients encode it as JSON. Null and absent are equivalent. */
const OptionalUrl = z
  .string()
  .transform((text) => /^"([^"\\]*)"$/.exec(text)?.[1] ?? text)
  .nullable()
  .default(null);

export const createBot = endpoint({
  id: 'create-bot',
  method: 'POST',
  path: '/bots',
  access: 'member',
  scope: 'key',
  params: () =>
    z.object({
      full_name: z.string(),
      /** The part of the bot's address before `-bot@`. */
      short_name: z.string(),
      bot_type: z.int().default(BOT_TYPE.generic),
      /** The URL that an outgoing webhook calls. */
      payload_url: OptionalUrl,
      interface_type: z.int().default(SERVICE_INTERFACE.generic),
      /** The integration that an incoming webhook is for. */
      service_name: OptionalText,
      config_data: BotConfig.nullable().default(null),
      default_sending_stream: OptionalText,
      default_events_register_stream: OptionalText,
      default_all_public_streams: z.boolean().nullable().default(null),
    }),
  result: () => Bot.omit({ services: true }).extend({ api_key: z.string(), avatar_url: z.string().nullable() }),
  fresh_password: true,
  emits: [realmUserAdd, realmBotAdd],
  summary: 'Create a bot and get its API key',
});

export const botOffersChanged = event({
  type: 'bot_offers_changed',
  fields: () => z.object({}),
  summary: 'A bot was offered to the user, or an offer was withdrawn.',
});

const BotOffer = z.object({ bot_id: UserId, offered_by: UserId, offered_at: Timestamp });
export type BotOffer = z.output<typeof BotOffer>;

export const getBotOffers = endpoint({
  id: 'get-bot-offers',
  method: 'GET',
  path: '/bots/offers',
  access: 'member',
  scope: 'key',
  result: () => z.object({ offers: z.array(BotOffer) }),
  summary: 'List the bots that others have offered to you',
});

const handingOver = [realmUserUpdate, realmBotAdd, realmBotUpdate, realmBotDelete, subscriptionPeerRemove] as const;

export const acceptBotOffer = endpoint({
  id: 'accept-bot-offer',
  method: 'POST',
  path: '/bots/offers/{bot_id}/accept',
  access: 'member',
  scope: 'key',
  params: () => z.object({ bot_id: UserId }),
  fresh_password: true,
  emits: [...handingOver, botOffersChanged],
  summary: 'Accept an offered bot and become its owner: its key is replaced, and it leaves channels you cannot read',
});

export const declineBotOffer = endpoint({
  id: 'decline-bot-offer',
  method: 'DELETE',
  path: '/bots/offers/{bot_id}',
  access: 'member',
  scope: 'key',
  params: () => z.object({ bot_id: UserId }),
  emits: [botOffersChanged],
  summary: 'Decline an offered bot',
});

export const updateBot = endpoint({
  id: 'update-bot',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  access: 'member',
  scope: 'key',
  params: () =>
    z.object({
      bot_id: UserId,
      full_name: OptionalText,
      short_name: OptionalText,
      role: Role.nullable().default(null),
      /**
       * Naming yourself takes effect at once; anybody else becomes the owner by accepting. Naming the present owner withdraws
       * an offer.
       */
      bot_owner_id: UserId.nullable().default(null),
      config_data: BotConfig.nullable().default(null),
      service_payload_url: OptionalUrl,
      service_interface: z.int().default(SERVICE_INTERFACE.generic),
      /** A channel name; empty for none. */
      default_sending_stream: OptionalText,
      default_events_register_stream: OptionalText,
      default_all_public_streams: z.boolean().nullable().default(null),
    }),
  result: () =>
    BotDefaults.extend({
      full_name: z.string(),
      avatar_url: z.string().nullable(),
      service_interface: z.int().nullable(),
      service_payload_url: z.string().nullable(),
      config_data: z.record(z.string(), z.string()).nullable(),
      /** The address of the bot's owner. */
      bot_owner: z.string().optional(),
      /** The account that becomes the owner on acceptance; null when there is no offer. */
      offered_to: UserId.nullable(),
    }),
  /** Changing role, owner or service URL can grant somebody more rights. */
  fresh_password: ({ role, bot_owner_id, service_payload_url }) =>
    role !== null || bot_owner_id !== null || service_payload_url !== null,
  errors: [BadImage, RealmUploadQuota],
  emits: [...handingOver, botOffersChanged],
  files_limit_mib: LIMITS.max_avatar_file_size_mib,
  summary: 'Change a bot; an uploaded file becomes its picture',
});

export const deactivateBot = endpoint({
  id: 'deactivate-bot',
  method: 'DELETE',
  path: '/bots/{bot_id}',
  access: 'member',
  scope: 'key',
  params: () => z.object({ bot_id: UserId }),
  emits: [realmUserUpdate],
  summary: 'Deactivate a bot',
});

export const botsState = state({ fetch: ['realm_bot'], fields: () => z.object({ realm_bots: z.array(Bot) }) });

export const reduceBots: Reducer = (state, event) => {
  if (event.type !== 'realm_bot' || !state.realm_bots) return state;
  const changed = event.bot as Bot;
  const bots = state.realm_bots as Bot[];
  const others = bots.filter((bot) => bot.user_id !== changed.user_id);
  if (event.op === 'delete') return { ...state, realm_bots: others };
  const before = bots.find((bot) => bot.user_id === changed.user_id);
  if (event.op === 'update' && !before) return state;
  return { ...state, realm_bots: [...others, { ...before, ...changed }].sort((a, b) => a.user_id - b.user_id) };
};
