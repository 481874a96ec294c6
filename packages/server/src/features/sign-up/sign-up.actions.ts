// Creates accounts of people who sign up, and applies their invitation. [SU4] [SU6]

import { type LanguageCode, Refused } from '@stoa/contract';
import {
  type ChannelRow,
  findChannelsWithAccess,
  findDefaultIds,
} from '../../conversation/channels/channels.queries.ts';
import { subscribeUsers } from '../../conversation/subscriptions/subscriptions.actions.ts';
import { createConfirmation, spendConfirmation, usedLink } from '../../identity/confirmations/confirmations.actions.ts';
import { addMember } from '../../identity/groups/members.actions.ts';
import { findEmailObjection } from '../../identity/realm/allowed-emails.queries.ts';
import { createAccount } from '../../identity/users/users.actions.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { checkEmail, emailKey } from '../../kit/text/email-addresses.ts';
import { initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { acceptInvitesTo } from '../invites/invite-status.actions.ts';
import type { UsableInvite } from '../invites/invites.queries.ts';
import { findTargets } from '../invites/targets.queries.ts';
import { type Admission, checkOpen, checkTrustsAddresses, findAdmission, roleOf } from './admission.queries.ts';
import { announceSignUp } from './announcement.actions.ts';
import { notifyInviter, welcome } from './welcome.actions.ts';

export const SIGN_UP_TEMPLATE = 'sign-up';

/** Sends a confirmation link; `key` is of a reusable invitation, or null without one. [SU3] */
export async function askForConfirmation(
  context: WriteContext,
  realm: Realm,
  { links, sends_mail }: SignUpConfig,
  key: string | null,
  input: string,
): Promise<void> {
  const { tx, now } = context;
  let invite_id: number | null = null;
  if (key === null) await checkOpen(tx, realm, sends_mail);
  else {
    const admission = await findAdmission(tx, realm, key, now);
    if (!admission?.usable || admission.email !== null) throw usedLink();
    invite_id = admission.usable.invite.id;
  }
  const email = checkEmail(input);
  const objection = await findEmailObjection(tx, realm.realm_id, email);
  if (objection !== null) throw objection;
  const request = { purpose: 'sign-up', email, user_id: null, invite_id } as const;
  const id = await createConfirmation(context, realm.realm_id, links, request);
  // The response is the same if the address has an account or too many mails were sent: only the owner learns of it. [SU5]
  if (id !== null) queueEmail(context, SIGN_UP_TEMPLATE, { confirmation_id: id });
}

export interface NewPerson {
  readonly email: string;
  readonly full_name: string;
  /** Null for an account without a password. */
  readonly password_hash: string | null;
  /** The language of the page on which they signed up, if it said so. */
  readonly language?: LanguageCode | undefined;
}

/** Checks again everything that was true when the page was shown. */
export async function signUp(
  context: WriteContext,
  realm: Realm,
  sign_up_config: SignUpConfig,
  key: string,
  person: NewPerson,
): Promise<UserRow> {
  const { tx, now } = context;
  const admission = await findAdmission(tx, realm, key, now);
  if (!admission) throw usedLink();
  await checkAddress(context, realm, sign_up_config, admission, person.email);
  return admit(context, realm, admission, person);
}

/** Creates the account of somebody whose address is known to be theirs, and applies their invitation. */
export async function admit(
  context: WriteContext,
  realm: Realm,
  admission: Admission,
  { email, full_name, password_hash, language }: NewPerson,
): Promise<UserRow> {
  const role = roleOf(admission);
  const account = { email, full_name, role, password_hash, language, joins_default_channels: false };
  const user = await createAccount(context, realm, account);
  if (admission.usable) {
    const { invited_by_user_id, invited_as } = admission.usable.invite;
    const changes = initialValues({ invited_by_user_id, invited_as });
    context.record({ kind: 'invitation_used', user_id: user.user_id, changes });
  }
  await joinInvited(context, realm, user, admission.usable);
  if (admission.confirmation) await spendConfirmation(context, admission.confirmation);
  const accepted = await acceptInvitesTo(context, realm.realm_id, emailKey(email));
  await welcome(context, realm, user, admission.usable?.invite.welcome_message_custom_text ?? null);
  for (const invite of accepted) if (invite.notify_referrer_on_join) await notifyInviter(context, realm, invite, user);
  await announceSignUp(context, realm, user);
  return user;
}

export function checkIsOfLink(admission: Admission, email: string): void {
  if (admission.email !== null && emailKey(admission.email) !== emailKey(email)) throw Refused('link_of_other');
}

async function checkAddress(
  { tx }: WriteContext,
  realm: Realm,
  { sends_mail }: SignUpConfig,
  admission: Admission,
  email: string,
): Promise<void> {
  if (admission.email === null) {
    if (sends_mail) throw Refused('address_unconfirmed');
    await checkTrustsAddresses(tx, realm);
  }
  checkIsOfLink(admission, email);
  const objection = await findEmailObjection(tx, realm.realm_id, email);
  if (objection !== null) throw objection;
}

/** Only where the inviter can still add people: an invitation grants nothing its creator has lost. [SU6] */
async function joinInvited(
  context: WriteContext,
  realm: Realm,
  user: UserRow,
  usable: UsableInvite | null,
): Promise<void> {
  const { tx } = context;
  const joins_defaults = usable === null || usable.invite.include_realm_default_subscriptions;
  const defaults = new Set(joins_defaults ? await findDefaultIds(tx, realm.realm_id) : []);
  const inviter = usable && ({ ...usable.inviter, realm, api_key_generation: 0 } satisfies Actor);
  const targets = inviter ? await findTargets(tx, inviter, usable.invite) : { channels: [], group_ids: [] };
  const channels = new Map(targets.channels.map((channel): [number, ChannelRow] => [channel.stream_id, channel]));
  const self = { ...user, realm, api_key_generation: 1 } satisfies Actor;
  // Default channels are open, but guests see them only once subscribed.
  const all = defaults.size === 0 ? [] : await findChannelsWithAccess(tx, realm, self);
  for (const { channel } of all) if (defaults.has(channel.stream_id)) channels.set(channel.stream_id, channel);
  await subscribeUsers(context, realm, [...channels.values()], [user]);
  for (const group_id of targets.group_ids) await addMember(context, realm.realm_id, group_id, user.user_id);
}
