// Messages from the server itself in a channel.
import type { MessageId } from '@stoa/contract';
import { getNotificationBot } from '../../identity/users/users.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { senderOf } from './destination.actions.ts';
import { createMessage } from './messages.actions.ts';
import { renderContent } from './rendering.queries.ts';

/** The server's own account; nobody can sign in with it. [US21] */
export async function systemBot(db: Connection, realm: Realm): Promise<Actor> {
  const bot = await getNotificationBot(db, realm.realm_id);
  const { user_id, email, full_name, role, avatar_source, avatar_version, avatar_key, settings } = bot;
  const account = { user_id, email, full_name, role, avatar_source, avatar_version, avatar_key, settings };
  return { realm, ...account, is_bot: true, api_key_generation: 0 };
}

export interface SystemMessage {
  readonly channel: Pick<ChannelRow, 'stream_id' | 'recipient_id' | 'name' | 'invite_only'>;
  /** Normalized. */
  readonly topic: string;
  readonly content: string;
}

/** Sends a message to a topic, regardless of posting permissions. */
export async function sendSystemMessage(
  context: WriteContext,
  realm: Realm,
  { channel, topic, content }: SystemMessage,
): Promise<MessageId> {
  const bot = await systemBot(context.tx, realm);
  const sending = await createMessage(context, {
    sender: senderOf(bot),
    client: 'Internal',
    content: await renderContent(context.tx, { content, sender: bot, is_channel_message: true }),
    widget: null,
    destination: {
      stream_id: channel.stream_id,
      recipient_id: channel.recipient_id,
      channel_name: channel.name,
      is_public: !channel.invite_only,
      topic,
    },
    read_by_sender: true,
    local: null,
  });
  return sending.id;
}
