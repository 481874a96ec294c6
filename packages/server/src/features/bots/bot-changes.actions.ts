// Changing a bot: its account, owner and settings.

import {
  BadRequest,
  BOT_TYPE,
  type Bot,
  type ChannelId,
  type ParamsOf,
  Refused,
  realmBotUpdate,
  type UserId,
  type updateBot,
} from '@stoa/contract';
import type { ChannelRow } from '../../conversation/channels/channels.queries.ts';
import { changeEmail } from '../../identity/account-changes/account-changes.actions.ts';
import { setAvatar } from '../../identity/avatars/avatars.actions.ts';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { deactivateAccount, setFullName, setRole } from '../../identity/users/users.actions.ts';
import { findUserByEmail } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { offerBot, takeOver } from './bot-transfer.actions.ts';
import { keepBotSettings, requestedChannel } from './bots.actions.ts';
import { type BotRow, type BotSettings, findBots, getBot, managersOf, presentBot } from './bots.queries.ts';
import { botAddress, checkInterface, checkMayGiveRole, checkMayManage, checkPayloadUrl } from './bots.rules.ts';

export type BotChanges = ParamsOf<typeof updateBot>;

/** Applies all changes or none; null leaves a value unchanged. `avatar_key` names a new picture. [BO9] */
export async function changeBot(
  context: WriteContext,
  actor: Actor,
  { bot_id, full_name, short_name, role, bot_owner_id, ...changes }: BotChanges,
  avatar_key: string | null,
): Promise<BotRow> {
  const { tx } = context;
  const { realm } = actor;
  const bot = await getBot(tx, realm.realm_id, bot_id);
  checkMayManage(actor, bot);
  // First, so that the same call can give a role up to the new owner's. [BO13]
  if (bot_owner_id === actor.user_id) await takeOver(context, actor, bot);
  if (full_name !== null) await setFullName(context, realm, bot, full_name);
  if (short_name !== null) await setShortName(context, actor, bot, short_name);
  if (role !== null && role !== bot.role) {
    checkMayGiveRole(actor, bot.role, role);
    await setRole(context, realm, bot_id, role);
  }
  if (avatar_key !== null) await setAvatar(context, realm.realm_id, bot_id, avatar_key);
  await changeSettings(context, actor, bot, changes);
  if (bot_owner_id !== null && bot_owner_id !== actor.user_id) await offerBot(context, actor, bot, bot_owner_id);
  return getBot(tx, realm.realm_id, bot_id);
}

export async function deactivateBotByRequest(context: WriteContext, actor: Actor, bot_id: UserId): Promise<void> {
  checkMayManage(actor, await getBot(context.tx, actor.realm.realm_id, bot_id));
  await deactivateAccount(context, actor.realm, bot_id);
}

async function setShortName(context: WriteContext, actor: Actor, bot: BotRow, short_name: string): Promise<void> {
  const email = botAddress(short_name, emailHost(actor.realm));
  if (email === bot.email) return;
  const other = await findUserByEmail(context.tx, actor.realm, email);
  if (other && other.user_id !== bot.user_id) throw Refused('email_in_use');
  await changeEmail(context, actor.realm, bot, email);
}

type SettingChanges = Omit<BotChanges, 'bot_id' | 'full_name' | 'short_name' | 'role' | 'bot_owner_id'>;

async function changeSettings(
  context: WriteContext,
  actor: Actor,
  bot: BotRow,
  changes: SettingChanges,
): Promise<void> {
  const { tx, emit } = context;
  const { set } = bot;
  const channel = async (name: string | null, before: ChannelId | null) =>
    name === null ? before : requestedChannel(tx, actor, name);
  const target: BotSettings = {
    ...set,
    default_sending_stream_id: await channel(changes.default_sending_stream, set.default_sending_stream_id),
    default_events_register_stream_id: await channel(
      changes.default_events_register_stream,
      set.default_events_register_stream_id,
    ),
    default_all_public_streams: changes.default_all_public_streams ?? set.default_all_public_streams,
    config_data: changes.config_data ?? set.config_data,
    ...requestedService(bot, changes),
  };
  if (JSON.stringify(target) === JSON.stringify(set)) return;
  recordBotChange(context, bot, target);
  await keepBotSettings(context, bot.user_id, target);
  const before = presentBot(bot);
  const after = presentBot(await getBot(tx, actor.realm.realm_id, bot.user_id));
  const names = (Object.keys(after) as (keyof Bot)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  if (names.length === 0) return;
  const changed = Object.fromEntries(names.map((name) => [name, after[name]]));
  emit(realmBotUpdate, { bot: { ...changed, user_id: bot.user_id } }, managersOf(bot));
}

/** Entries have no values of a bot's configuration or of the address that it calls, which may hold secrets. [AL5] */
function recordBotChange({ record }: WriteContext, { user_id, set }: BotRow, target: BotSettings): void {
  const { default_sending_stream: _, default_events_register_stream: __, ...settings } = target;
  const changes = changesBetween(set, settings).map(({ field, ...values }) =>
    field === 'config_data' || field === 'payload_url' ? { field } : { field, ...values },
  );
  if (changes.length > 0) record({ kind: 'bot_changed', user_id, changes });
}

function requestedService({ bot_type }: BotRow, changes: SettingChanges): Partial<BotSettings> {
  if (changes.service_payload_url === null) return {};
  if (bot_type !== BOT_TYPE.outgoing_webhook) throw BadRequest('The bot is no outgoing webhook');
  return {
    payload_url: checkPayloadUrl(changes.service_payload_url),
    interface: checkInterface(changes.service_interface),
  };
}

/** Bots refer to default channels by name, so a renamed channel changes their settings. [BO11] */
export async function announceRenamedDefaults(
  { tx, emit }: WriteContext,
  { before, after: channel }: { before: ChannelRow; after: ChannelRow },
): Promise<void> {
  if (channel.name === before.name) return;
  for (const bot of await findBots(tx, channel.realm_id)) {
    const { default_sending_stream_id, default_events_register_stream_id } = bot.set;
    const changed = {
      ...(default_sending_stream_id === channel.stream_id ? { default_sending_stream: channel.name } : {}),
      ...(default_events_register_stream_id === channel.stream_id
        ? { default_events_register_stream: channel.name }
        : {}),
    };
    if (Object.keys(changed).length > 0)
      emit(realmBotUpdate, { bot: { user_id: bot.user_id, ...changed } }, managersOf(bot));
  }
}
