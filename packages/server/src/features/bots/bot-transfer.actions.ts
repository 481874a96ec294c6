// Handing over a bot: offering, accepting, declining, and the consequences of a new owner. Nobody becomes an owner without
// their own action. [BO13]

import {
  BadRequest,
  botOffersChanged,
  Refused,
  ROLE,
  realmBotAdd,
  realmBotDelete,
  realmUserUpdate,
  type UserId,
} from '@stoa/contract';
import { sendSystemDirectMessage } from '../../conversation/messages/system-direct.actions.ts';
import { resetApiKey, setRole } from '../../identity/users/users.actions.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { countBotsOf, findUsersById, getUserRow } from '../../identity/users/users.queries.ts';
import { type Actor, isAdministrator, isGuest, type Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { withdrawBot } from './bot-access.actions.ts';
import { botHandedOver } from './bots.hooks.ts';
import { findOffer, getBot, presentBot } from './bots.queries.ts';
import { checkMayManage } from './bots.rules.ts';

/** An administrator takes a bot, or its owner withdraws an offer. Does not check that the actor manages the bot. */
export async function takeOver(context: WriteContext, actor: Actor, bot: UserRow): Promise<void> {
  await removeOffer(context, bot.user_id);
  if (bot.bot_owner_id === actor.user_id) return;
  await checkRoomFor(context, bot, actor.user_id);
  await handOver(context, actor.realm, bot, await getUserRow(context.tx, actor.realm.realm_id, actor.user_id));
}

/**
 * The last offer counts; offering to the present owner withdraws it. Does not check that the actor manages the bot.
 */
export async function offerBot(context: WriteContext, actor: Actor, bot: UserRow, owner_id: UserId): Promise<void> {
  const { tx, now, emit } = context;
  const { realm_id } = actor.realm;
  const [owner] = await findUsersById(tx, realm_id, [owner_id]);
  if (!owner || owner.is_system_bot) throw BadRequest('Failed to change owner, no such user');
  if (!owner.is_active) throw Refused('bot_owner_deactivated');
  if (owner.is_bot) throw BadRequest("Failed to change owner, bots can't own other bots");
  if (isGuest(owner)) throw Refused('bot_owner_guest');
  const existing_offer = await findOffer(tx, bot.user_id);
  if (existing_offer?.user_id === owner_id && existing_offer.offered_by === actor.user_id) return;
  await removeOffer(context, bot.user_id);
  if (owner_id === bot.bot_owner_id) return;
  await tx.run(
    sql`insert into bot_offers (bot_id, realm_id, user_id, offered_by, offered_at) values (${bot.user_id}, ${realm_id}, ${owner_id}, ${actor.user_id}, ${seconds(now)})`,
  );
  emit(botOffersChanged, {}, { users: [owner_id] });
  const offer = `@_**${actor.full_name}|${actor.user_id}** wants to give you the bot @_**${bot.full_name}|${bot.user_id}**.`;
  await sendSystemDirectMessage(
    context,
    actor.realm,
    owner_id,
    `${offer} It is yours when you accept it among your bots in the settings.`,
  );
}

async function removeOffer({ tx, emit }: WriteContext, bot_id: UserId): Promise<void> {
  const offer = await findOffer(tx, bot_id);
  if (!offer) return;
  await tx.run(sql`delete from bot_offers where bot_id = ${bot_id}`);
  emit(botOffersChanged, {}, { users: [offer.user_id] });
}

export async function acceptOffer(context: WriteContext, actor: Actor, bot_id: UserId): Promise<void> {
  const { tx } = context;
  const { realm } = actor;
  const offer = await findOffer(tx, bot_id);
  if (offer?.user_id !== actor.user_id || actor.is_bot) throw noOffer();
  const bot = await getBot(tx, realm.realm_id, bot_id);
  const offerer = await getUserRow(tx, realm.realm_id, offer.offered_by);
  // The offerer must still be allowed to offer the bot.
  if (!bot.is_active || !offerer.is_active || !manages(offerer, bot)) throw noOffer();
  await checkRoomFor(context, bot, actor.user_id);
  await removeOffer(context, bot_id);
  await handOver(context, realm, bot, await getUserRow(tx, realm.realm_id, actor.user_id));
}

export async function declineOffer(context: WriteContext, actor: Actor, bot_id: UserId): Promise<void> {
  const offer = await findOffer(context.tx, bot_id);
  if (offer?.user_id !== actor.user_id) throw noOffer();
  await removeOffer(context, bot_id);
}

async function checkRoomFor({ tx, caps }: WriteContext, bot: UserRow, owner_id: UserId): Promise<void> {
  if (bot.is_active) caps.check('bots-per-account', await countBotsOf(tx, owner_id));
}

function noOffer() {
  return Refused('offer_gone');
}

function manages(person: UserRow, bot: UserRow): boolean {
  try {
    checkMayManage(person, bot);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends the old key with its queues and devices, limits the bot's role to the new owner's, and removes it from private
 * channels they cannot read. Announces the owner to everybody, and the settings to those who now can or no longer can
 * manage it.
 */
async function handOver(context: WriteContext, realm: Realm, bot: UserRow, owner: UserRow): Promise<void> {
  const { tx, emit } = context;
  const { realm_id } = realm;
  const { user_id } = bot;
  const { user_id: bot_owner_id } = owner;
  await withdrawBot(context, realm, bot, owner);
  await tx.run(sql`update users set bot_owner_id = ${bot_owner_id} where user_id = ${user_id}`);
  context.record({ kind: 'bot_owner_changed', user_id, changes: changesBetween(bot, { bot_owner_id }) });
  await resetApiKey(context, realm, user_id);
  await context.trigger(botHandedOver, { user_id });
  emit(realmUserUpdate, { person: { user_id, bot_owner_id } }, { everyone: true });
  if (bot.role < owner.role) await setRole(context, realm, user_id, owner.role);
  const [before] = bot.bot_owner_id === null ? [] : await findUsersById(tx, realm_id, [bot.bot_owner_id]);
  if (before && !isAdministrator(before)) emit(realmBotDelete, { bot: { user_id } }, { users: [before.user_id] });
  if (owner.role > ROLE.administrator)
    emit(realmBotAdd, { bot: presentBot(await getBot(tx, realm_id, user_id)) }, { users: [bot_owner_id] });
}

/**
 * Reactivating a bot without an active owner makes the actor its owner; otherwise its rights follow its owner. [US19] [BO21]
 */
export async function assignOwner(
  context: WriteContext,
  { realm, user, by }: { realm: Realm; user: UserRow; by: Actor | null },
): Promise<void> {
  if (!user.is_bot || !by) return;
  const { realm_id } = realm;
  const bot = { ...user, is_active: true };
  const owner = bot.bot_owner_id === null ? null : await getUserRow(context.tx, realm_id, bot.bot_owner_id);
  if (owner?.is_active) await withdrawBot(context, realm, bot, owner);
  else await handOver(context, realm, bot, await getUserRow(context.tx, realm_id, by.user_id));
}
