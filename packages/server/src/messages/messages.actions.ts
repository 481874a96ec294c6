// Every write of messages. A send costs the same whoever is subscribed: one row, and one entry in the log.
import type { ChannelId, MessageId, RecipientId, UserId } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import { seconds } from '../kit/clock.ts';
import type { Audience } from '../kit/log-entry.ts';
import type { WriteContext } from '../kit/write.ts';
import { gravatarUrl } from '../users/users.present.ts';
import { type LoggedMessage, messageLogged } from './messages.present.ts';
import type { DirectPeople } from './messages.queries.ts';
import { topicKey } from './topics.rules.ts';

export interface Sender extends Actor {
  /** The address that others know the sender by. */
  readonly api_email: string;
  readonly hides_email: boolean;
}

export interface NewMessage {
  readonly sender: Sender;
  readonly client: string;
  /** Normalized. */
  readonly content: string;
  readonly rendered_content: string;
  readonly destination: ChannelDestination | DirectDestination;
  /** The sender's own name for the message, for one of the sender's queues. */
  readonly local: { readonly queue_id: string; readonly local_id: string } | null;
}
export interface ChannelDestination {
  readonly stream_id: ChannelId;
  readonly recipient_id: RecipientId;
  readonly channel_name: string;
  readonly is_public: boolean;
  /** Normalized. */
  readonly topic: string;
}
export interface DirectDestination {
  readonly recipient_id: RecipientId;
  readonly people: DirectPeople;
}

export async function createMessage(context: WriteContext, message: NewMessage): Promise<MessageId> {
  const { tx, now, emit } = context;
  const { sender, destination } = message;
  const topic = 'topic' in destination ? destination.topic : '';
  const timestamp = seconds(now);
  const row = await tx.get<{ id: MessageId }>(
    `insert into messages (realm_id, recipient_id, sender_id, subject, topic_key, content, rendered_content, client, timestamp)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      sender.realm.realm_id,
      destination.recipient_id,
      sender.user_id,
      topic,
      topicKey(topic),
      message.content,
      message.rendered_content,
      message.client,
      timestamp,
    ],
  );
  const logged: LoggedMessage = {
    id: row!.id,
    sender_id: sender.user_id,
    sender_email: sender.api_email,
    sender_full_name: sender.full_name,
    avatar_url: gravatarUrl(sender.email, sender.avatar_version),
    hides_email: sender.hides_email,
    client: message.client,
    content: message.content,
    rendered_content: message.rendered_content,
    recipient_id: destination.recipient_id,
    ...('topic' in destination
      ? { stream_id: destination.stream_id, display_recipient: destination.channel_name, subject: topic }
      : { display_recipient: destination.people, subject: '' }),
    timestamp,
  };
  emit(messageLogged, { message: logged, local: message.local }, audienceOf(destination));
  return row!.id;
}

function audienceOf(destination: NewMessage['destination']): Audience {
  if ('people' in destination) return { users: destination.people.map(({ id }) => id as UserId) };
  return { stream_id: destination.stream_id, ...(destination.is_public ? { public: true } : {}) };
}
