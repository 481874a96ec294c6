// Where a new message goes and whether the sender may send it there. Spec 2.2.
import { BadRequest, EMPTY_TOPIC_DISPLAY_NAME, ROLE } from '@stoa/contract';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { canSendTo } from '../channels/channels.queries.ts';
import type { Actor } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import type { WriteContext } from '../kit/write.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import { apiEmail, maySeeEmail } from '../users/users.present.ts';
import { emailHost, findUsersById } from '../users/users.queries.ts';
import { channelAddressed, peopleAddressed, type To } from './addressees.queries.ts';
import type { ChannelDestination, DirectDestination, Sender } from './messages.actions.ts';
import { directRecipient } from './recipients.queries.ts';
import { normalizeTopic } from './topics.rules.ts';

export interface Address {
  readonly type: 'channel' | 'stream' | 'direct' | 'private';
  readonly to: To;
  readonly topic?: string;
}

export async function destinationOf(
  { tx }: Pick<WriteContext, 'tx'>,
  actor: Actor,
  { type, to, topic }: Address,
): Promise<ChannelDestination | DirectDestination> {
  if (type === 'direct' || type === 'private') {
    const people = await peopleAddressed(tx, actor, to);
    return directDestination(
      { tx },
      actor,
      people.map(({ user_id }) => user_id),
    );
  }
  const { channel, access } = await channelAddressed(tx, actor, to);
  if (!(await canSendTo(tx, actor, channel, access)))
    throw BadRequest('You do not have permission to post in this channel.');
  return {
    stream_id: channel.stream_id,
    recipient_id: channel.recipient_id,
    channel_name: channel.name,
    is_public: !channel.invite_only,
    topic: await topicAllowed(tx, channel, normalizeTopic(topic ?? '')),
  };
}

async function directDestination(
  { tx }: Pick<WriteContext, 'tx'>,
  actor: Actor,
  user_ids: readonly Actor['user_id'][],
): Promise<DirectDestination> {
  const everybody = [...new Set([...user_ids, actor.user_id])].sort((a, b) => a - b);
  const recipient_id = await directRecipient(tx, actor.realm.realm_id, everybody);
  const host = emailHost(actor.realm);
  const users = await findUsersById(tx, actor.realm.realm_id, everybody);
  const people = users.map((user) => ({
    id: user.user_id,
    email: apiEmail(user, host),
    full_name: user.full_name,
    is_mirror_dummy: false,
  }));
  return { recipient_id, people };
}

/** The channel's policy on the empty topic, and the organization's where the channel inherits it. [MS5] */
async function topicAllowed(db: Connection, channel: ChannelRow, topic: string): Promise<string> {
  const inherits = channel.topics_policy === 'inherit' && topic === '';
  const policy = inherits ? (await getRealmSettings(db, channel.realm_id)).topics_policy : channel.topics_policy;
  if (policy === 'disable_empty_topic' && topic === '')
    throw BadRequest(`Sending messages to ${EMPTY_TOPIC_DISPLAY_NAME} is not allowed in this channel.`);
  if (policy === 'empty_topic_only' && topic !== '')
    throw BadRequest(`Only the ${EMPTY_TOPIC_DISPLAY_NAME} topic is allowed in this channel.`);
  return topic;
}

const STRANGER = { user_id: null, role: ROLE.guest, client_gravatar: true };

/** The sender as every reader sees them. */
export function senderOf(actor: Actor): Sender {
  return {
    ...actor,
    api_email: apiEmail(actor, emailHost(actor.realm)),
    hides_email: !maySeeEmail(actor, STRANGER),
  };
}
