// Messages from the server itself in a channel.
import type { MessageId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { senderOf } from './destination.actions.ts';
import { createMessage } from './messages.actions.ts';
import { renderContent } from './rendering.queries.ts';
import { systemBot } from './system-bot.queries.ts';

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
