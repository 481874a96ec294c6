// Deletes messages and topics with everything attached to them, for those who may.

import { type ChannelId, type MessageId, Refused, topicKey, UnauthorizedPrincipal } from '@stoa/contract';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findRangesOfChannel } from '../access/readable-ranges.queries.ts';
import { withBoundsAnnounced } from '../channels/channel-bounds.actions.ts';
import { type ChannelRow, findAccess, findChannel, getVisibleChannel } from '../channels/channels.queries.ts';
import { normalizeTopic } from '../message-rules/topics.rules.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import { deleteMessages } from '../messages/deletion.actions.ts';
import { DELETED_PER_ENTRY } from '../messages/deletion.present.ts';
import type { MessageRow } from '../messages/messages.queries.ts';
import { isOwn, mayIn } from './permissions.queries.ts';
import { findLast } from './topic-messages.queries.ts';

/** At most this many messages of a topic per call; the caller repeats it for more. */
const TOPIC_PORTION = 5 * DELETED_PER_ENTRY;

export async function deleteOne(context: WriteContext, actor: Actor, message_id: MessageId): Promise<void> {
  const { tx, now } = context;
  const message = await getAccessibleMessage(tx, actor, message_id);
  await checkMayDelete(tx, actor, message, seconds(now));
  const { realm_id } = actor.realm;
  const { sender_id, stream_id, subject } = message;
  const channel = message.stream_id === null ? null : await findChannel(tx, realm_id, message.stream_id);
  if (sender_id !== actor.user_id)
    context.record({ kind: 'message_deleted', user_id: sender_id, stream_id, ...topicIn(channel, subject) });
  await withBoundsAnnounced(context, realm_id, channel ? [channel] : [], () =>
    deleteMessages(context, message, [message], actor.user_id),
  );
}

/** Administrators may not read what is in private channels. [AL6] */
function topicIn(channel: ChannelRow | null, topic: string): { readonly name?: string } {
  return channel === null || channel.invite_only ? {} : { name: topic };
}

/** [ED30] [ED31] [ED32] */
async function checkMayDelete(db: Connection, actor: Actor, message: MessageRow, now_s: number): Promise<void> {
  const channel = message.stream_id === null ? null : await findChannel(db, actor.realm.realm_id, message.stream_id);
  if (await mayIn(db, actor, channel, 'delete_any')) return;
  const may = (await isOwn(db, actor, message.sender_id)) && (await mayIn(db, actor, channel, 'delete_own'));
  if (!may) throw Refused('message_delete_forbidden');
  const { message_content_delete_limit_seconds: limit } = await getRealmSettings(db, actor.realm.realm_id);
  if (limit !== null && now_s - message.timestamp > limit) throw Refused('message_delete_late');
}

/** Deletes the newest readable messages of a topic; returns whether none are left. [ED33] */
export async function deleteFromTopic(
  context: WriteContext,
  actor: Actor,
  stream_id: ChannelId,
  topic: string,
): Promise<boolean> {
  const { tx } = context;
  const { realm } = actor;
  const channel = await getVisibleChannel(tx, realm, actor, stream_id);
  if (!(await findAccess(tx, actor, channel)).content) throw Refused('channel_unknown');
  if (!(await mayIn(tx, actor, channel, 'delete_any')))
    throw Refused('topic_delete_forbidden', {}, UnauthorizedPrincipal);
  const ranges = await findRangesOfChannel(tx, actor, channel);
  const readable_topic = { recipient_id: channel.recipient_id, topic_key: topicKey(normalizeTopic(topic)), ranges };
  const found = await findLast(tx, readable_topic, TOPIC_PORTION + 1);
  const doomed = found.slice(-TOPIC_PORTION);
  const changes = [{ field: 'messages', old: doomed.length }];
  if (doomed.length > 0) context.record({ kind: 'topic_deleted', stream_id, ...topicIn(channel, topic), changes });
  await withBoundsAnnounced(context, realm.realm_id, [channel], async () => {
    for (const batch of batchesOf(doomed, DELETED_PER_ENTRY))
      await deleteMessages(context, channel, batch, actor.user_id);
  });
  return found.length <= TOPIC_PORTION;
}
