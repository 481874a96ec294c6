// Messages of the server to a new account and to its inviter. [SU7]

import { normalizeContent } from '../../conversation/messages/content.rules.ts';
import { sendSystemDirectMessage } from '../../conversation/messages/system-direct.actions.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { queueEmail } from '../../kit/mail/mail-queue.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { InviteRow } from '../invites/invites.queries.ts';

export const WELCOME_TEMPLATE = 'welcome';

/** A new account needs no mail about them. */
const QUIET = { is_quiet: true };

const FIRST_WORDS = `Hello, and welcome! 👋

Conversations here live in **channels**, and within a channel in **topics**: a topic is for one subject, like the subject of an email. \
Reply in the topic you are reading, or start a new one for something else.

Messages to single people are direct messages, like this one.`;

/** `invited_with`: the invitation's message. Null: the organization's; empty: only the server's own. */
export async function welcome(
  context: WriteContext,
  realm: Realm,
  user: UserRow,
  invited_with: string | null,
): Promise<void> {
  await sendSystemDirectMessage(context, realm, user.user_id, FIRST_WORDS, QUIET);
  const { welcome_message_custom_text, send_welcome_emails } = await getRealmSettings(context.tx, realm.realm_id);
  const words = invited_with ?? welcome_message_custom_text;
  if (words.trim() !== '') await sendSystemDirectMessage(context, realm, user.user_id, normalizeContent(words), QUIET);
  if (send_welcome_emails) queueEmail(context, WELCOME_TEMPLATE, { user_id: user.user_id });
}

/** Skipped if the inviter's account is gone. */
export async function notifyInviter(
  context: WriteContext,
  realm: Realm,
  invite: InviteRow,
  user: UserRow,
): Promise<void> {
  const [inviter] = await findUsersById(context.tx, realm.realm_id, [invite.invited_by_user_id]);
  if (!inviter?.is_active) return;
  await sendSystemDirectMessage(
    context,
    realm,
    inviter.user_id,
    `@_**${user.full_name}|${user.user_id}** accepted your invitation to join!`,
  );
}
