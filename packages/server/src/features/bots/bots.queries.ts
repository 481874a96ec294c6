// Every read of bots.

import {
  BOT_TYPE,
  type Bot,
  type BotOffer,
  type ChannelId,
  type RealmId,
  Refused,
  ROLE,
  type UserId,
} from '@stoa/contract';
import type { UserRow } from '../../identity/users/users.present.ts';
import { findBotUsers, findUsersById } from '../../identity/users/users.queries.ts';
import { type Actor, isAdministrator } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { JsonText, KeyText } from '../../kit/json/json-text.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import { withoutServices } from './bots.present.ts';

/** The settings of a bot besides its account. */
export interface BotSettings {
  readonly default_sending_stream_id: ChannelId | null;
  readonly default_events_register_stream_id: ChannelId | null;
  /** The names of the two default channels. */
  readonly default_sending_stream: string | null;
  readonly default_events_register_stream: string | null;
  readonly default_all_public_streams: boolean;
  readonly service_name: string | null;
  readonly config_data: Readonly<Record<string, string>> | null;
  /** This and the next two: for outgoing webhooks only. */
  readonly payload_url: string | null;
  readonly interface: number | null;
  readonly token: string | null;
}
type SettingsRow = BotSettings & { readonly user_id: UserId };

const NOTHING_SET: BotSettings = {
  default_sending_stream_id: null,
  default_events_register_stream_id: null,
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
  service_name: null,
  config_data: null,
  payload_url: null,
  interface: null,
  token: null,
};

const SETTINGS = `select bot_settings.user_id, default_sending_stream_id, default_events_register_stream_id,
    sending.name as default_sending_stream, hearing.name as default_events_register_stream,
    default_all_public_streams, service_name, config_data, payload_url, interface, token
  from bot_settings join users on users.user_id = bot_settings.user_id
  left join channels sending on sending.stream_id = default_sending_stream_id
  left join channels hearing on hearing.stream_id = default_events_register_stream_id`;

export async function findBotSettings(db: Connection, user_id: UserId): Promise<BotSettings> {
  return (await db.get<SettingsRow>(sql`${sql.raw(SETTINGS)} where bot_settings.user_id = ${user_id}`)) ?? NOTHING_SET;
}

export interface BotRow extends UserRow {
  readonly set: BotSettings;
}

/** Every bot of an organization that people can manage. */
export async function findBots(db: Connection, realm_id: RealmId): Promise<BotRow[]> {
  const bots = await findBotUsers(db, realm_id);
  const rows = await db.all<SettingsRow>(sql`${sql.raw(SETTINGS)} where users.realm_id = ${realm_id}`);
  const settings = new Map(rows.map((row) => [row.user_id, row]));
  return bots.map((bot) => ({ ...bot, set: settings.get(bot.user_id) ?? NOTHING_SET }));
}

export async function getBot(db: Connection, realm_id: RealmId, bot_id: UserId): Promise<BotRow> {
  const [bot] = await findUsersById(db, realm_id, [bot_id]);
  if (!bot?.is_bot || bot.is_system_bot) throw Refused('bot_unknown');
  return { ...bot, set: await findBotSettings(db, bot_id) };
}

/** The bots an account owns. */
export async function findOwnBots(db: Connection, actor: Actor): Promise<BotRow[]> {
  const bots = await findBots(db, actor.realm.realm_id);
  return bots.filter((bot) => bot.is_active && bot.bot_owner_id === actor.user_id);
}

/** The bots an account can manage, including deactivated ones: all for administrators, otherwise their own. [BO6] */
async function findManagedBots(db: Connection, actor: Actor): Promise<BotRow[]> {
  const bots = await findBots(db, actor.realm.realm_id);
  return bots.filter((bot) => isAdministrator(actor) || bot.bot_owner_id === actor.user_id);
}

function servicesOf({ bot_type, set }: Pick<BotRow, 'bot_type' | 'set'>): Bot['services'] {
  if (bot_type !== BOT_TYPE.outgoing_webhook || set.payload_url === null) return [];
  return [{ base_url: set.payload_url, interface: set.interface!, token: set.token! }];
}

export function presentBot(bot: Pick<BotRow, 'user_id' | 'bot_type' | 'set'>): Bot {
  const { default_sending_stream, default_events_register_stream, default_all_public_streams } = bot.set;
  return {
    user_id: bot.user_id,
    default_sending_stream,
    default_events_register_stream,
    default_all_public_streams,
    services: servicesOf(bot),
  };
}

/** The audience of a bot's settings. */
export function managersOf({ bot_owner_id }: Pick<UserRow, 'bot_owner_id'>): Audience {
  return { role_at_most: ROLE.administrator, ...(bot_owner_id === null ? {} : { users: [bot_owner_id] }) };
}

export interface BotOfferRow extends BotOffer {
  readonly user_id: UserId;
}

export async function findOffer(db: Connection, bot_id: UserId): Promise<BotOfferRow | null> {
  return db.get<BotOfferRow>(
    sql`select bot_id, user_id, offered_by, offered_at from bot_offers where bot_id = ${bot_id}`,
  );
}

/** Bots offered to an account. [BO13] */
export async function findOffersTo(db: Connection, { user_id }: Actor): Promise<BotOffer[]> {
  return db.all<BotOffer>(
    sql`select bot_id, offered_by, offered_at from bot_offers join users on users.user_id = bot_id and users.is_active
     where bot_offers.user_id = ${user_id} order by bot_id`,
  );
}

/** The bots in the initial state. An outgoing webhook's token is a secret. */
export async function findManagedBotsText(db: Connection, actor: Actor): Promise<JsonText> {
  const managed = (await findManagedBots(db, actor)).map(presentBot);
  const bots = actor.token ? managed.map(withoutServices) : managed;
  const text = JSON.stringify(bots);
  return new JsonText([bots.some(({ services }) => services.length > 0) ? new KeyText(text) : text]);
}
