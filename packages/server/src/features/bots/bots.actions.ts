// Creating a bot and storing its settings.

import { randomBytes } from 'node:crypto';
import {
  BadRequest,
  BOT_TYPE,
  type ChannelId,
  type createBot,
  type ParamsOf,
  Refused,
  ROLE,
  realmBotAdd,
  type UserId,
} from '@stoa/contract';
import { findAccess, findChannelByName } from '../../conversation/channels/channels.queries.ts';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findHeldPermissions } from '../../identity/realm/realm-settings.queries.ts';
import { createAccount } from '../../identity/users/users.actions.ts';
import { countBots, countBotsOf } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findIncomingWebhook } from '../integrations/integrations.rules.ts';
import { type BotRow, type BotSettings, getBot, presentBot } from './bots.queries.ts';
import { botAddress, checkInterface, checkPayloadUrl, permissionsToMake } from './bots.rules.ts';

type BotParams = ParamsOf<typeof createBot>;

/** Creates a bot owned by the actor. Its owner and administrators receive what they need to manage it. [BO4] */
export async function createOwnBot(context: WriteContext, actor: Actor, params: BotParams): Promise<BotRow> {
  const { tx, emit, caps } = context;
  const { bot_type, short_name, full_name } = params;
  if (actor.is_bot) throw BadRequest('Bots cannot make bots');
  if ((await findHeldPermissions(tx, actor, permissionsToMake(bot_type))).size === 0) throw Refused('no_permission');
  caps.check('bots-per-account', await countBotsOf(tx, actor.user_id));
  caps.check('bots-per-organization', await countBots(tx, actor.realm.realm_id));
  const settings = await requestedSettings(tx, actor, params);
  const { user_id } = await createAccount(context, actor.realm, {
    email: botAddress(short_name, emailHost(actor.realm)),
    full_name,
    role: ROLE.member,
    password_hash: null,
    bot: { type: bot_type, owner_id: actor.user_id },
  });
  await keepBotSettings(context, user_id, settings);
  const bot = await getBot(tx, actor.realm.realm_id, user_id);
  emit(realmBotAdd, { bot: presentBot(bot) }, { role_at_most: ROLE.administrator, users: [actor.user_id] });
  return bot;
}

type Stored = Omit<BotSettings, 'default_sending_stream' | 'default_events_register_stream'>;

async function requestedSettings(db: Connection, actor: Actor, params: BotParams): Promise<Stored> {
  const outgoing = params.bot_type === BOT_TYPE.outgoing_webhook;
  if (outgoing && params.payload_url === null) throw Refused('bot_url');
  return {
    default_sending_stream_id: await requestedChannel(db, actor, params.default_sending_stream),
    default_events_register_stream_id: await requestedChannel(db, actor, params.default_events_register_stream),
    default_all_public_streams: params.default_all_public_streams ?? false,
    service_name: requestedService(params),
    config_data: params.config_data,
    payload_url: outgoing ? checkPayloadUrl(params.payload_url!) : null,
    interface: outgoing ? checkInterface(params.interface_type) : null,
    token: outgoing ? randomBytes(16).toString('hex') : null,
  };
}

function requestedService({ bot_type, service_name }: BotParams): string | null {
  if (bot_type === BOT_TYPE.incoming_webhook && service_name !== null && !findIncomingWebhook(service_name))
    throw BadRequest(`Invalid integration '${service_name}'.`);
  if (service_name !== null && [...service_name].length > 100) throw BadRequest('service_name is too long');
  return service_name;
}

/** A channel that the actor can read, by name; null for the empty name. [BO11] */
export async function requestedChannel(db: Connection, actor: Actor, name: string | null): Promise<ChannelId | null> {
  if (name === null || name === '') return null;
  const channel = await findChannelByName(db, actor.realm.realm_id, name);
  if (!channel || channel.is_archived || !(await findAccess(db, actor, channel)).content)
    throw Refused('bot_channel_unknown', { channel: name });
  return channel.stream_id;
}

export async function keepBotSettings({ tx }: WriteContext, user_id: UserId, settings: Stored): Promise<void> {
  const { config_data } = settings;
  await tx.run(sql`delete from bot_settings where user_id = ${user_id}`);
  await tx.run(
    sql`insert into bot_settings (user_id, default_sending_stream_id, default_events_register_stream_id,
       default_all_public_streams, service_name, config_data, payload_url, interface, token)
     values (${user_id}, ${settings.default_sending_stream_id}, ${settings.default_events_register_stream_id}, ${settings.default_all_public_streams}, ${settings.service_name}, ${config_data && JSON.stringify(config_data)}, ${settings.payload_url}, ${settings.interface}, ${settings.token})`,
  );
}
