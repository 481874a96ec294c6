// Creates invitations and sends them by mail.

import {
  type ApiError,
  BadRequest,
  type createMultiuseInvite,
  InvitationFailed,
  invitesChanged,
  type ParamsOf,
  type RealmPermission,
  Refused,
  refusalOf,
  refusalSentence,
  type sendInvites,
} from '@stoa/contract';
import { findEmailObjection } from '../../identity/realm/allowed-emails.queries.ts';
import { checkWelcomeMessage } from '../../identity/realm/realm.rules.ts';
import { mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import { findUserByAddress } from '../../identity/users/users.queries.ts';
import { type Actor, isAdministrator } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { seconds } from '../../kit/time/clock.ts';
import { initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { countMailed, linkOf, wasMailedToday } from './invites.queries.ts';
import { checkMayInviteAs, expiryOf, managersOf, splitAddresses } from './invites.rules.ts';
import type { InviteRow } from './invites.tables.ts';
import { checkTargets } from './targets.queries.ts';

export const INVITATION_TEMPLATE = 'invitation';

type Terms = ParamsOf<typeof createMultiuseInvite>;

async function checkMayInvite(db: Connection, actor: Actor, permission: RealmPermission, terms: Terms): Promise<void> {
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  if (!(await mayInOrganization(db, actor, permission))) throw Refused('no_permission');
  checkMayInviteAs(actor, terms.invite_as);
  if (terms.welcome_message_custom_text !== null) checkWelcomeMessage(terms.welcome_message_custom_text);
  await checkTargets(db, actor, terms);
}

async function insert(
  { tx, now }: WriteContext,
  actor: Actor,
  sign_up_config: SignUpConfig,
  terms: Terms,
  addressed: { email: string; notify_referrer_on_join: boolean } | null,
): Promise<InviteRow> {
  const { invite_expires_in_minutes } = terms;
  const minutes =
    invite_expires_in_minutes === undefined ? sign_up_config.invitation_validity_minutes : invite_expires_in_minutes;
  const invited = seconds(now);
  const { nonce, key_hash } = sign_up_config.links.create('invitation');
  const row = await tx.get<InviteRow>(
    sql`insert into invites (realm_id, invited_by_user_id, email, email_key, nonce, key_hash, invited_as, invited, expires_at,
       validity_minutes, stream_ids, group_ids, include_realm_default_subscriptions, welcome_message_custom_text,
       notify_referrer_on_join, status, emails_sent)
     values (${actor.realm.realm_id}, ${actor.user_id}, ${addressed?.email ?? null}, ${addressed ? emailKey(addressed.email) : null}, ${nonce}, ${key_hash}, ${terms.invite_as}, ${invited}, ${expiryOf(invited, minutes)}, ${minutes}, ${JSON.stringify([...new Set(terms.stream_ids)])}, ${JSON.stringify([...new Set(terms.group_ids)])}, ${terms.include_realm_default_subscriptions}, ${isAdministrator(actor) ? terms.welcome_message_custom_text : null}, ${addressed?.notify_referrer_on_join ?? false}, 'pending', ${addressed ? 1 : 0}) returning *`,
  );
  return row!;
}

/** Returns the link. [IV1] */
export async function createLink(
  context: WriteContext,
  actor: Actor,
  sign_up_config: SignUpConfig,
  terms: Terms,
): Promise<string> {
  await checkMayInvite(context.tx, actor, 'create_multiuse_invite_group', terms);
  await checkRoomForInvites(context, actor, 'invitation-links', 1);
  const invite = await insert(context, actor, sign_up_config, terms, null);
  recordInvitations(context, invite, 1);
  context.emit(invitesChanged, {}, managersOf(invite));
  return linkOf(actor.realm, sign_up_config.links, invite);
}

/** Without addresses: whose they are may never have an account that could be erased. [AL6] */
function recordInvitations({ record }: WriteContext, invite: Omit<InviteRow, 'id'>, invitations: number): void {
  const { invited_as, stream_ids, group_ids, email } = invite;
  const changes = initialValues({ invitations, invited_as, stream_ids, group_ids, is_multiuse: email === null });
  record({ kind: 'invitation_created', changes });
}

/** Accepted, revoked and expired invitations do not count. [CA1] */
async function checkRoomForInvites(
  { tx, now, caps }: WriteContext,
  { user_id }: Actor,
  name: 'invitations' | 'invitation-links',
  adding: number,
): Promise<void> {
  const row = await tx.get<{ count: number }>(
    sql`select count(*) as count from invites where invited_by_user_id = ${user_id} and status = 'pending'
     and (expires_at is null or expires_at > ${seconds(now)}) and email is ${sql.raw(name === 'invitations' ? 'not' : '')} null`,
  );
  caps.check(name, row!.count, adding);
}

interface Problem {
  readonly email: string;
  readonly why: ApiError;
  readonly is_deactivated: boolean;
}

async function findProblem(db: Connection, actor: Actor, email: string): Promise<Problem | null> {
  const objection = await findEmailObjection(db, actor.realm.realm_id, email);
  if (objection !== null) return { email, why: objection, is_deactivated: false };
  // Inviters who cannot see the account invite its owner like anybody; the mail tells the owner. [US25]
  const user = await findUserByAddress(db, { actor, realm: actor.realm }, email);
  if (!user) return null;
  return {
    email,
    why: user.is_active ? Refused('email_has_account') : Refused('email_deactivated'),
    is_deactivated: !user.is_active,
  };
}

const failed = (
  reason: 'none_invited' | 'some_invited' | 'invitations_per_day',
  problems: readonly Problem[],
  fields: { sent_invitations?: boolean; daily_limit_reached?: boolean } = {},
): ApiError =>
  InvitationFailed(refusalSentence(reason, {}), {
    reason,
    errors: problems.map(({ email, why, is_deactivated }) => [email, why.message, is_deactivated]),
    reasons: problems.map(({ why }) => refusalOf(why)),
    sent_invitations: false,
    daily_limit_reached: false,
    license_limit_reached: false,
    ...fields,
  });

function checkSendsMail({ sends_mail }: SignUpConfig): void {
  if (!sends_mail) throw Refused('no_mail_to_invite');
}

async function checkDailyLimit(
  { tx, now }: WriteContext,
  actor: Actor,
  sign_up_config: SignUpConfig,
  more: number,
): Promise<void> {
  const mailed = await countMailed(tx, actor.realm.realm_id, now);
  if (mailed + more > sign_up_config.invitations_per_day)
    throw failed('invitations_per_day', [], { daily_limit_reached: true });
}

/** Invites the valid addresses. Returns the error for the others instead of throwing, so that the writes stay. [IV9] */
export async function inviteByMail(
  context: WriteContext,
  actor: Actor,
  sign_up_config: SignUpConfig,
  { invitee_emails, notify_referrer_on_join, ...terms }: ParamsOf<typeof sendInvites>,
): Promise<ApiError | null> {
  const { tx, emit } = context;
  await checkMayInvite(tx, actor, 'can_invite_users_group', terms);
  checkSendsMail(sign_up_config);
  const addresses = splitAddresses(invitee_emails);
  const problems: Problem[] = [];
  const good: string[] = [];
  for (const email of addresses) {
    const problem = await findProblem(tx, actor, email);
    if (problem) problems.push(problem);
    else good.push(email);
  }
  if (good.length === 0) throw failed('none_invited', problems);
  await checkDailyLimit(context, actor, sign_up_config, good.length);
  await checkRoomForInvites(context, actor, 'invitations', good.length);
  for (const email of good) {
    const { id, ...invite } = await insert(context, actor, sign_up_config, terms, { email, notify_referrer_on_join });
    queueEmail(context, INVITATION_TEMPLATE, { invite_id: id });
    if (email !== good[0]) continue;
    recordInvitations(context, invite, good.length);
    emit(invitesChanged, {}, managersOf(invite));
  }
  if (problems.length === 0) return null;
  return failed('some_invited', problems, { sent_invitations: true });
}

/** Restarts the original lifetime. [IV11] */
export async function resend(
  context: WriteContext,
  actor: Actor,
  sign_up_config: SignUpConfig,
  invite: InviteRow,
): Promise<void> {
  checkSendsMail(sign_up_config);
  await checkDailyLimit(context, actor, sign_up_config, 1);
  const invited = seconds(context.now);
  const emails_sent = wasMailedToday(invite, context.now) ? invite.emails_sent + 1 : 1;
  await context.tx.run(
    sql`update invites set invited = ${invited}, expires_at = ${expiryOf(invited, invite.validity_minutes)}, emails_sent = ${emails_sent} where id = ${invite.id}`,
  );
  queueEmail(context, INVITATION_TEMPLATE, { invite_id: invite.id });
  context.record({ kind: 'invitation_resent', user_id: invite.invited_by_user_id });
  context.emit(invitesChanged, {}, managersOf(invite));
}
