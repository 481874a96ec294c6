// Plans a move and checks whether the actor may do it. Reads only; every refusal of a move is here.
import {
  type ChannelId,
  isResolvedTopic,
  type MessageId,
  MoveMessagesTimeLimitExceeded,
  type PropagateMode,
  type RealmSettings,
  Refused,
  type Resolution,
  ROLE,
  resolutionOf,
  topicKey,
} from '@stoa/contract';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findRangesOfChannel } from '../access/readable-ranges.queries.ts';
import { checkTopicAllowed } from '../access/sending-permissions.queries.ts';
import { type ChannelRow, canSendTo, findAccess, findChannel, getChannelRow } from '../channels/channels.queries.ts';
import { normalizeTopic } from '../message-rules/topics.rules.ts';
import type { MessageRow } from '../messages/messages.queries.ts';
import { firstMessageSince } from '../recipients/message-times.queries.ts';
import { changeableSince, type EditRequest } from './editing.rules.ts';
import { checkTopicName } from './moving.rules.ts';
import { mayIn } from './permissions.queries.ts';
import {
  type Between,
  countMessages,
  EVERYTHING,
  findNewest,
  findOldest,
  type ReadableTopic,
} from './topic-messages.queries.ts';

export interface Move {
  readonly from: ChannelRow;
  readonly to: ChannelRow;
  readonly place: ReadableTopic;
  readonly old_topic: string;
  /** Null: each message keeps its spelling of the topic. */
  readonly new_topic: string | null;
  /** The named message; `propagate_mode` says which others move with it. */
  readonly anchor: MessageId;
  readonly propagate_mode: PropagateMode;
  readonly between: Between;
  /** Set if the whole topic is only marked as resolved or unresolved. */
  readonly resolution: Resolution | null;
}

/** The requested move; null if everything is already there. */
export async function planMove(
  db: Connection,
  actor: Actor,
  message: MessageRow,
  request: EditRequest,
  now_s: number,
): Promise<Move | null> {
  const { topic, propagate_mode } = request;
  if (message.stream_id === null) return null;
  const from = await getChannelRow(db, actor.realm.realm_id, message.stream_id);
  const requested = topic === undefined ? message.subject : normalizeTopic(topic);
  checkTopicName(message.subject, requested);
  const changes_channel = request.stream_id !== undefined && request.stream_id !== from.stream_id;
  if (requested === message.subject && !changes_channel) return null;
  const to = changes_channel ? await getTarget(db, actor, request.stream_id!) : from;
  if (from.is_archived) throw Refused('message_move_archived');
  const ranges = await findRangesOfChannel(db, actor, from);
  const place = { recipient_id: from.recipient_id, topic_key: topicKey(message.subject), ranges };
  const between = betweenOf(message.id, propagate_mode);
  const only_marks = changes_channel ? null : resolutionOf(message.subject, requested);
  const move: Move = {
    from,
    to,
    place,
    old_topic: message.subject,
    new_topic: requested === message.subject ? null : requested,
    anchor: message.id,
    propagate_mode,
    between,
    // Marking a part of a topic as resolved would split the topic.
    resolution: only_marks !== null && (await isWhole(db, place, between)) ? only_marks : null,
  };
  await checkPermissions(db, actor, move, requested);
  if (move.resolution === null) await checkTime(db, actor, move, message, now_s);
  return move;
}

function betweenOf(anchor: MessageId, propagate_mode: PropagateMode): Between {
  if (propagate_mode === 'change_all') return EVERYTHING;
  const until_id = propagate_mode === 'change_later' ? EVERYTHING.until_id : anchor;
  return { from_id: anchor, until_id };
}

/** A channel hidden from the actor answers like an unknown one. [ED12] */
async function getTarget(db: Connection, actor: Actor, stream_id: ChannelId): Promise<ChannelRow> {
  const channel = await findChannel(db, actor.realm.realm_id, stream_id);
  const access = channel && (await findAccess(db, actor, channel));
  if (!channel || !access?.metadata) throw Refused('channel_unknown');
  if (!(await canSendTo(db, actor, channel, access))) throw Refused('channel_post_forbidden');
  return channel;
}

/** Whether the ids enclose all of the topic that the actor can read. */
export async function isWhole(db: Connection, place: ReadableTopic, between: Between): Promise<boolean> {
  const oldest = await findOldest(db, place);
  const newest = await findNewest(db, place);
  if (!oldest || !newest) return true;
  return between.from_id <= oldest.id && newest.id <= between.until_id;
}

/** [ED10] [ED11] [ED12] [ED13] */
async function checkPermissions(db: Connection, actor: Actor, move: Move, wanted: string): Promise<void> {
  const { from, to, new_topic, old_topic, resolution } = move;
  const changes_mark = new_topic !== null && isResolvedTopic(new_topic) !== isResolvedTopic(old_topic);
  if (changes_mark && !(await mayIn(db, actor, from, 'resolve'))) throw Refused('topic_resolve_forbidden');
  if (resolution !== null) return;
  if (to !== from && !(await mayIn(db, actor, from, 'move_channels'))) throw Refused('message_move_forbidden');
  if (new_topic !== null && !(await mayIn(db, actor, from, 'move_topics'))) throw Refused('message_edit_forbidden');
  await checkTopicAllowed(db, actor, to, wanted);
}

/** The shortest time limit that applies to the move; null if none does. */
function limitOf(settings: RealmSettings, { from, to, new_topic }: Move): number | null {
  const limits = [
    to === from ? null : settings.move_messages_between_streams_limit_seconds,
    new_topic === null ? null : settings.move_messages_within_stream_limit_seconds,
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Moderators may move messages of any age. [ED14] [ED15] */
async function checkTime(db: Connection, actor: Actor, move: Move, message: MessageRow, now_s: number): Promise<void> {
  if (actor.role <= ROLE.moderator) return;
  const settings = await getRealmSettings(db, actor.realm.realm_id);
  const since = changeableSince(limitOf(settings, move), now_s);
  if (since === null) return;
  const what = move.to === move.from ? 'topic' : 'channel';
  if (message.timestamp < since) throw Refused('message_part_late', { part: what });
  if (move.propagate_mode !== 'change_all') return;
  const { place } = move;
  const oldest = await findOldest(db, place);
  if (!oldest || oldest.timestamp >= since) return;
  const from_id = await firstMessageSince(db, actor.realm.realm_id, since);
  const first = (await findOldest(db, place, { from_id, until_id: message.id }))?.id ?? message.id;
  const total_messages_in_topic = await countMessages(db, place);
  const total_messages_allowed_to_move = await countMessages(db, place, { ...EVERYTHING, from_id: first });
  throw MoveMessagesTimeLimitExceeded(
    `You only have permission to move the ${total_messages_allowed_to_move}/${total_messages_in_topic} most recent messages in this topic.`,
    { first_message_id_allowed_to_move: first, total_messages_in_topic, total_messages_allowed_to_move },
  );
}
