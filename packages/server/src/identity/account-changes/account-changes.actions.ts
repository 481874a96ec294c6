// Changes, deactivates and reactivates accounts, mostly by administrators.

import {
  BadRequest,
  CannotDeactivateLastUser,
  type ProfileValues,
  Refused,
  type Role,
  realmUserUpdate,
  type UserId,
} from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import { checkEmail, emailKey } from '../../kit/text/email-addresses.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { forgetConfirmations } from '../confirmations/confirmations.actions.ts';
import { announceReturnToGroups } from '../membership/role-groups.actions.ts';
import { setProfileData } from '../profile-fields/profile-values.actions.ts';
import { findEmailObjection } from '../realm/allowed-emails.queries.ts';
import { announceNewAddress } from '../users/addresses.actions.ts';
import { checkNotErased } from '../users/erased.queries.ts';
import { hasSpecialPermission } from '../users/special-permissions.queries.ts';
import { followVisibleUsers } from '../users/user-access.actions.ts';
import { everybodySeeing } from '../users/user-access.queries.ts';
import { checkNameIsFree, deactivateAccount, setFullName, setRole } from '../users/users.actions.ts';
import { accountReactivated } from '../users/users.hooks.ts';
import type { UserRow } from '../users/users.present.ts';
import { countBots, countBotsOf, findUserByEmail, getUserRow, isOnlyOwner } from '../users/users.queries.ts';
import { checkActions, checkMayChangeAccess, checkMayChangeRole, checkOwner } from './account-changes.rules.ts';

export const DEACTIVATION_TEMPLATE = 'deactivation';

export interface AccountChanges {
  readonly full_name?: string;
  readonly role?: Role;
  readonly profile_data?: ProfileValues;
  readonly new_email?: string;
}

/** Makes all changes or none; equal values are no change. Bots and deactivated accounts can be changed too. [US11] */
export async function changeAccount(
  context: WriteContext,
  actor: Actor,
  user: UserRow,
  { full_name, role, profile_data, new_email }: AccountChanges,
): Promise<void> {
  const { realm } = actor;
  await checkNotErased(context.tx, user.user_id);
  if (new_email !== undefined) await setEmail(context, actor, user, new_email);
  if (role !== undefined) {
    checkMayChangeRole(actor, user.role, role);
    await setRole(context, realm, user.user_id, role);
  }
  if (full_name !== undefined) await setFullName(context, realm, user, full_name);
  if (profile_data !== undefined) await setProfileData(context, realm, user, profile_data, { by_administrator: true });
}

/** An address gives access to the account, so the operator decides who may change it. [US14] [US15] */
async function setEmail(context: WriteContext, actor: Actor, user: UserRow, input: string): Promise<void> {
  checkOwner(actor);
  if (!(await hasSpecialPermission(context.tx, actor.user_id, 'can_change_user_emails')))
    throw Refused('email_change_forbidden');
  await assignEmail(context, actor.realm, user, input);
}

/** Checks no permission. [US15] */
export async function assignEmail(context: WriteContext, realm: Realm, user: UserRow, input: string): Promise<void> {
  const { tx } = context;
  if (user.is_bot) throw BadRequest('The address of a bot cannot be changed.');
  const email = checkEmail(input);
  if (email === user.email) return;
  const objection = await findEmailObjection(tx, realm.realm_id, email);
  if (objection !== null) throw objection;
  const other = await findUserByEmail(tx, realm, email);
  if (other && other.user_id !== user.user_id) throw Refused('email_of_other', { email });
  await changeEmail(context, realm, user, email);
}

/** Does not check that the address is valid for the account and free. */
export async function changeEmail(context: WriteContext, realm: Realm, user: UserRow, email: string): Promise<void> {
  await context.tx.run(
    sql`update users set email = ${email}, email_key = ${emailKey(email)} where user_id = ${user.user_id}`,
  );
  context.invalidateAccess([user.user_id]);
  // Administrators may see no addresses. [US25]
  context.record({ kind: 'account_email_changed', user_id: user.user_id });
  // Links sent to the old address must not open the account any more, nor one sent to another address replace this one. [AU892]
  for (const purpose of ['password-reset', 'email-change'] as const)
    await forgetConfirmations(context, user.user_id, purpose);
  await announceNewAddress(context, realm, user, { ...user, email });
}

export async function deactivateByRequest(
  context: WriteContext,
  actor: Actor,
  user_id: UserId,
  actions: Readonly<Record<string, boolean | undefined>> | undefined,
  /** Text of the mail about it; null: none is sent. */
  comment: string | null,
): Promise<void> {
  checkActions(actions);
  const user = await getUserRow(context.tx, actor.realm.realm_id, user_id);
  checkMayChangeAccess(actor, user);
  await deactivateAccount(context, actor.realm, user_id);
  if (comment !== null && !user.is_bot) queueEmail(context, DEACTIVATION_TEMPLATE, { user_id, comment });
}

/** [US20] */
export async function deactivateOwnAccount(context: WriteContext, actor: Actor): Promise<void> {
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  if (await isOnlyOwner(context.tx, actor.realm.realm_id, actor.user_id))
    throw CannotDeactivateLastUser('Cannot deactivate the only organization owner.', {
      is_last_owner: true,
      entity: 'organization owner',
    });
  await deactivateAccount(context, actor.realm, actor.user_id);
}

/** Restores access by the old API key; sessions, queues and devices stay deleted. [US18] */
export async function reactivateAccount(
  context: WriteContext,
  realm: Realm,
  { user_id }: Pick<UserRow, 'user_id'>,
  /** Null for the operator, who may reactivate anybody. */
  by: Actor | null,
): Promise<void> {
  const { tx, emit, invalidateAccess } = context;
  const user = await getUserRow(tx, realm.realm_id, user_id);
  if (user.is_active) throw Refused('account_active');
  await checkNotErased(tx, user_id);
  if (by) checkMayChangeAccess(by, user);
  await checkNameIsFree(tx, realm.realm_id, user);
  if (user.is_bot && by) await checkRoomForBot(context, realm, user, by);
  // Guests who see the account again are told of it in its new state.
  await followVisibleUsers(context, realm.realm_id, [user_id], async () => {
    const audience = await everybodySeeing(tx, realm.realm_id, user);
    emit(realmUserUpdate, { person: { user_id, is_active: true } }, audience);
    await tx.run(sql`update users set is_active = true where user_id = ${user_id}`);
  });
  invalidateAccess([user_id]);
  context.record({ kind: 'account_reactivated', user_id });
  await announceReturnToGroups(context, realm.realm_id, user);
  await context.trigger(accountReactivated, { realm, user, by });
}

/** A reactivated bot counts again, for its owner or the account that takes it over. [CA1] */
async function checkRoomForBot({ tx, caps }: WriteContext, realm: Realm, bot: UserRow, by: Actor): Promise<void> {
  const owner = bot.bot_owner_id === null ? null : await getUserRow(tx, realm.realm_id, bot.bot_owner_id);
  const owner_id = owner?.is_active ? owner.user_id : by.user_id;
  const [{ active: owned }, { active: all }] = [await countBotsOf(tx, owner_id), await countBots(tx, realm.realm_id)];
  caps.check('bots-per-account', owned);
  caps.check('bots-per-organization', all);
}
