// What the server says to somebody who has just signed up, and to who invited them. [SU7]

import { normalizeContent } from '../../conversation/messages/content.rules.ts';
import { sendSystemDirectMessage } from '../../conversation/messages/system-direct.actions.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/actor.ts';
import { queueLetter } from '../../kit/mail/mail-queue.ts';
import type { WriteContext } from '../../kit/write.ts';
import type { InviteRow } from '../invites/invites.queries.ts';

export const WELCOME_LETTER = 'welcome';

/** Who has just come needs no mail that says so. */
const QUIET = { is_quiet: true };

const FIRST_WORDS = `Hello, and welcome! 👋

Conversations here live in **channels**, and within a channel in **topics**: a topic is to a channel what a subject is to a mailbox. \
Reply in the topic you are reading, or start a new one when the subject is another.

Messages to single people are direct messages, like this one.`;

/** `invited_with`: the words of the invitation. Null: the organization's; empty: none beside the server's own. */
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
  if (send_welcome_emails) queueLetter(context, WELCOME_LETTER, { user_id: user.user_id });
}

/** Nobody is told whose account is no longer there. */
export async function tellInviter(
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
