// Every write of accounts.

import {
  type LanguageCode,
  type RealmId,
  Refused,
  ROLE,
  type Role,
  realmUserAdd,
  realmUserUpdate,
  type UserId,
} from '@stoa/contract';
import { removeQueues, removeQueuesOfKey } from '../../feed/queue.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { checkEmail, emailKey } from '../../kit/text/email-addresses.ts';
import { seconds } from '../../kit/time/clock.ts';
import { changesBetween, initialValues } from '../../kit/write/audit-record.ts';
import { announceAndMake } from '../../kit/write/hooks.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { announceDeparture, announceRole } from '../membership/role-groups.actions.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import { addressAudiences } from './addresses.actions.ts';
import { withProfileData } from './profile-data.queries.ts';
import { announceUnknown, followVisibleUsers } from './user-access.actions.ts';
import { everybodySeeing, guestsSeeing } from './user-access.queries.ts';
import { findNewSettings } from './user-settings.queries.ts';
import {
  accessEnded,
  accountCreated,
  accountDeactivated,
  apiKeyReset,
  roleChanged,
  roleLowering,
} from './users.hooks.ts';
import { presentUser, type UserRow } from './users.present.ts';
import { findBotsOf, findUserByEmail, getUserRow, isNameTaken, isOnlyOwner } from './users.queries.ts';
import { checkFullName, checkWithinOwner } from './users.rules.ts';

export interface NewAccount {
  email: string;
  full_name: string;
  role: Role;
  password_hash: string | null;
  bot?: { type: number; owner_id: UserId };
  /** Somebody else creates the account: its owner joins with the first login. [US24] */
  awaits_first_login?: boolean;
  /** In which the person made the account; the organization's by default. */
  language?: LanguageCode | undefined;
  /** False if the account is subscribed to channels elsewhere. */
  joins_default_channels?: boolean;
}

/** Creates an account and announces it, with the address that each reader may see. */
export async function createAccount(context: WriteContext, realm: Realm, account: NewAccount): Promise<UserRow> {
  const { tx, now } = context;
  const email = checkEmail(account.email);
  const full_name = checkFullName(account.full_name);
  const { default_avatar_source } = await getRealmSettings(tx, realm.realm_id);
  await checkNameIsFree(tx, realm.realm_id, { full_name, is_bot: account.bot !== undefined, user_id: null });
  if (await findUserByEmail(tx, realm, email)) throw Refused('email_of_other', { email });
  const created = await tx.get<{ user_id: UserId }>(
    sql`insert into users (realm_id, email, email_key, full_name, password_hash, api_key_generation, role, is_active, is_bot,
       bot_type, bot_owner_id, date_joined, timezone, avatar_source, avatar_version, settings,
       awaits_first_login)
     values (${realm.realm_id}, ${email}, ${emailKey(email)}, ${full_name}, ${account.password_hash}, 1, ${account.role}, true, ${account.bot !== undefined}, ${account.bot?.type ?? null}, ${account.bot?.owner_id ?? null}, ${seconds(now)}, '', ${default_avatar_source}, 1, ${JSON.stringify(await findNewSettings(tx, realm.realm_id, account.language))}, ${account.awaits_first_login ?? false}) returning user_id`,
  );
  const user = await getUserRow(tx, realm.realm_id, created!.user_id);
  const { role, bot_type, bot_owner_id } = user;
  context.record({
    kind: 'account_created',
    user_id: user.user_id,
    changes: initialValues({ role, bot_type, bot_owner_id }),
  });
  context.invalidateAccess([user.user_id]);
  await announceAccount(context, realm, user);
  await announceRole(context, realm.realm_id, user.user_id, { from: null, to: user.role });
  await context.trigger(accountCreated, { realm, user, has_chosen_channels: account.joins_default_channels === false });
  return user;
}

/** Throws if the name is taken. Bots always have unique names; people if the organization requires it. [US30] */
export async function checkNameIsFree(
  db: Connection,
  realm_id: RealmId,
  { full_name, is_bot, user_id }: { full_name: string; is_bot: boolean; user_id: UserId | null },
): Promise<void> {
  const { require_unique_names } = await getRealmSettings(db, realm_id);
  if (!is_bot && !require_unique_names) return;
  if (await isNameTaken(db, realm_id, full_name, user_id))
    throw is_bot ? Refused('bot_name_taken') : Refused('name_taken');
}

/** Emits one event for those who see the real address and one for the others. */
async function announceAccount({ tx, emit }: WriteContext, realm: Realm, user: UserRow): Promise<void> {
  const host = emailHost(realm);
  const seeing_it = await guestsSeeing(tx, realm.realm_id, user);
  const { seeing, others } = addressAudiences(user);
  const seenBy = (user_id: UserId | null) =>
    withProfileData(presentUser(user, host, { user_id, role: ROLE.guest, client_gravatar: false }), new Map());
  emit(realmUserAdd, { person: seenBy(user.user_id) }, { ...seeing, ...seeing_it });
  if (others) emit(realmUserAdd, { person: seenBy(null) }, { ...others, ...seeing_it });
  if (seeing_it.guests) await announceUnknown({ tx, emit }, realm, user);
}

/** Ends the access of an account and its bots at once: keys are refused, sessions and queues are deleted. */
export async function deactivateAccount(context: WriteContext, realm: Realm, user_id: UserId): Promise<void> {
  const { tx, emit, invalidateAccess } = context;
  const user = await getUserRow(tx, realm.realm_id, user_id);
  if (!user.is_active) throw Refused('account_deactivated');
  if (await isOnlyOwner(tx, realm.realm_id, user_id)) throw Refused('last_owner_leaves');
  const bots = (await findBotsOf(tx, realm.realm_id, [user_id])).filter((bot) => bot.is_active);
  for (const account of [user, ...bots]) {
    // The key works again after reactivation. [AU6]
    await followVisibleUsers(context, realm.realm_id, [account.user_id], async () => {
      await tx.run(sql`update users set is_active = false where user_id = ${account.user_id}`);
    });
    context.record({ kind: 'account_deactivated', user_id: account.user_id });
    await removeQueues(tx, account.user_id);
    await context.trigger(accessEnded, { user_id: account.user_id });
    const audience = await everybodySeeing(tx, realm.realm_id, account);
    emit(realmUserUpdate, { person: { user_id: account.user_id, is_active: false } }, audience);
    if (audience.guests) await announceDeparture(context, realm.realm_id, account);
  }
  invalidateAccess([user.user_id, ...bots.map((bot) => bot.user_id)]);
  await context.trigger(accountDeactivated, { realm, user, bots });
}

export async function setRole(context: WriteContext, realm: Realm, user_id: UserId, role: Role): Promise<void> {
  const { tx, emit, invalidateAccess } = context;
  const user = await getUserRow(tx, realm.realm_id, user_id);
  if (user.role === role) return;
  if (await isOnlyOwner(tx, realm.realm_id, user_id)) throw Refused('last_owner_role');
  if (user.bot_owner_id !== null) checkWithinOwner(await getUserRow(tx, realm.realm_id, user.bot_owner_id), role);
  const change = async () => {
    await tx.run(sql`update users set role = ${role} where user_id = ${user_id}`);
    context.record({ kind: 'account_role_changed', user_id, changes: changesBetween(user, { role }) });
    invalidateAccess([user_id]);
    emit(realmUserUpdate, { person: { user_id, role } }, await everybodySeeing(tx, realm.realm_id, user));
    // Deactivated accounts are in no group and read nothing.
    if (user.is_active) {
      await announceRole(context, realm.realm_id, user_id, { from: user.role, to: role });
      await context.trigger(roleChanged, { realm, user, from: user.role, to: role });
    }
    // [BO19]
    for (const bot of await findBotsOf(tx, realm.realm_id, [user_id]))
      if (bot.role < role) await setRole(context, realm, bot.user_id, role);
  };
  if (user.is_bot || role < user.role) await change();
  else await announceAndMake(context, roleLowering, { realm_id: realm.realm_id, owner_id: user_id }, change);
}

/** Renames an account; the organization may require unique names. */
export async function setFullName(
  { tx, emit, record }: WriteContext,
  realm: Realm,
  user: UserRow,
  input: string,
): Promise<void> {
  const full_name = checkFullName(input);
  if (full_name === user.full_name) return;
  await checkNameIsFree(tx, realm.realm_id, { ...user, full_name });
  await tx.run(sql`update users set full_name = ${full_name} where user_id = ${user.user_id}`);
  record({ kind: 'account_renamed', user_id: user.user_id, changes: changesBetween(user, { full_name }) });
  const audience = await everybodySeeing(tx, realm.realm_id, user);
  emit(realmUserUpdate, { person: { user_id: user.user_id, full_name } }, audience);
}

/**
 * Invalidates the current API key and returns the next generation. Signs devices out too, unless the owner asked for another key.
 * [SS6]
 */
export async function resetApiKey(
  context: WriteContext,
  realm: Realm,
  user_id: UserId,
  { keeps_sessions = false } = {},
): Promise<number> {
  const { tx, invalidateAccess } = context;
  await getUserRow(tx, realm.realm_id, user_id);
  const row = await tx.get<{ api_key_generation: number }>(
    sql`update users set api_key_generation = api_key_generation + 1 where user_id = ${user_id} returning api_key_generation`,
  );
  context.record({ kind: 'account_api_key_replaced', user_id });
  await removeQueuesOfKey(tx, user_id);
  await context.trigger(apiKeyReset, { user_id, keeps_sessions });
  invalidateAccess([user_id]);
  return row!.api_key_generation;
}
