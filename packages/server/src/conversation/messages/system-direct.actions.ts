// Direct messages from the server itself.
import type { UserId } from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { directRecipient } from '../recipients/recipients.actions.ts';
import { senderOf } from './destination.actions.ts';
import { createMessage, type Sending } from './messages.actions.ts';
import { directPerson } from './messages.queries.ts';
import { renderContent } from './rendering.queries.ts';
import { systemBot } from './system-bot.queries.ts';

/** A direct message of the organization's own bot, which may always write. A quiet one causes no notifications. */
export async function sendSystemDirectMessage(
  context: WriteContext,
  realm: Realm,
  user_id: UserId,
  content: string,
  { is_quiet = false } = {},
): Promise<Sending> {
  const { tx } = context;
  const bot = await systemBot(tx, realm);
  const user_ids = [bot.user_id, user_id].sort((a, b) => a - b);
  const users = await findUsersById(tx, realm.realm_id, user_ids);
  const host = emailHost(realm);
  return createMessage(context, {
    sender: senderOf(bot),
    client: 'Internal',
    content: await renderContent(tx, { content, sender: bot, is_channel_message: false }),
    destination: {
      recipient_id: await directRecipient(tx, realm.realm_id, user_ids),
      people: users.map((user) => directPerson(user, host)),
    },
    widget: null,
    read_by_sender: true,
    local: null,
    is_quiet,
  });
}
