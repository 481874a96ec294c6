// Moves messages to another topic or channel, in batches: a large topic takes several writes, between which other
// writes run. The first is the request's; each one schedules the next as a job, so that a move that began is completed.

import type { ChannelId, MessageId, PropagateMode, UserId } from '@stoa/contract';
import { deleteMessage, type Resolution, topicKey } from '@stoa/contract';
import { getRealmRow } from '../../identity/realm/realm.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WritingHandler } from '../../kit/jobs/jobs.ts';
import { seconds } from '../../kit/time/clock.ts';
import { changesBetween } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { withBoundsAnnounced } from '../channels/channel-bounds.actions.ts';
import { type ChannelRow, findChannel } from '../channels/channels.queries.ts';
import { DELETED_PER_ENTRY } from '../messages/deletion.present.ts';
import { getRenderDictionary } from '../messages/render-dictionary.queries.ts';
import { topicLinksOf } from '../messages/topic-links.queries.ts';
import { recordMoves } from '../read-ranges/read-ranges.actions.ts';
import { indexMessagesAgain } from '../search/search.actions.ts';
import { movePolicies } from '../user-topics/moving.actions.ts';
import { announceEdit, type ContentEdit } from './editing.actions.ts';
import { findLoggedFlags } from './flags.queries.ts';
import { recordOldPlaces } from './history.actions.ts';
import { findMoveAudiences, type MoveAudience } from './move-audiences.queries.ts';
import { isWhole, type Move } from './move-plan.queries.ts';
import { type MoveNotices, postMoveNotices, postResolution } from './notices.actions.ts';
import { countMessages, findFirstRuns, findNewest, findOldest, type ReadableTopic } from './topic-messages.queries.ts';
import { type LoggedUpdate, updateLogged } from './update-message.present.ts';

/** Their texts are written and indexed again: of large ones, fewer are moved before others have their turn. [ED800] */
const PER_WRITE = { messages: 500, bytes: 512 * 1024 };

/** A running move; plain data, because it is stored between batches. */
type Moving = {
  readonly user_id: UserId;
  readonly full_name: string;
  readonly from_id: ChannelId;
  readonly to_id: ChannelId;
  readonly place: ReadableTopic;
  readonly old_topic: string;
  readonly new_topic: string | null;
  readonly anchor: MessageId;
  readonly propagate_mode: PropagateMode;
  readonly resolution: Resolution | null;
  /** The first message still to be moved. */
  readonly next_id: number;
  readonly until_id: MessageId;
  /** For the whole move. */
  readonly total: number;
  readonly oldest: MessageId;
  readonly is_whole: boolean;
  readonly target_was_there: boolean;
  readonly edit_timestamp: number;
  readonly notices: MoveNotices;
};

/** A running move, with the rows that this write has read. */
interface Batch {
  readonly realm: Realm;
  readonly from: ChannelRow;
  readonly to: ChannelRow;
  readonly moving: Moving;
}

const KIND = 'move_messages';

/** Checks no permission: only what the actor may do was planned. An edit of the same request is announced with it. [ED16] */
export async function moveMessages(
  context: WriteContext,
  actor: Actor,
  move: Move,
  notices: MoveNotices,
  edit: ContentEdit | null,
): Promise<void> {
  const { tx, now } = context;
  const { from, to, place, between } = move;
  const newest = (await findNewest(tx, place, between))!;
  const oldest = (await findOldest(tx, place, between))!;
  const target_key = topicKey(move.new_topic ?? move.old_topic);
  const target = await tx.get(
    sql`select 1 as found from messages where recipient_id = ${to.recipient_id} and topic_key = ${target_key} limit 1`,
  );
  const total = await countMessages(tx, place, between);
  if (move.resolution === null) recordMove(context, move, total);
  const moving: Moving = {
    user_id: actor.user_id,
    full_name: actor.full_name,
    from_id: from.stream_id,
    to_id: to.stream_id,
    place,
    old_topic: move.old_topic,
    new_topic: move.new_topic,
    anchor: move.anchor,
    propagate_mode: move.propagate_mode,
    resolution: move.resolution,
    next_id: oldest.id,
    until_id: newest.id,
    total,
    oldest: oldest.id,
    is_whole: await isWhole(tx, place, between),
    target_was_there: target !== null,
    edit_timestamp: seconds(now),
    notices,
  };
  await moveBatch(context, { realm: actor.realm, from, to, moving }, edit);
}

/** Topics are read by those who read the channel: entries name them of public ones only. [AL6] */
function recordMove({ record }: WriteContext, { from, to, old_topic, new_topic }: Move, total: number): void {
  const topics = { topic: new_topic ?? old_topic };
  const is_public = !from.invite_only && !to.invite_only;
  const changes = [
    ...changesBetween(from, { stream_id: to.stream_id }),
    ...(is_public ? changesBetween({ topic: old_topic }, topics) : []),
    { field: 'messages', new: total },
  ];
  record({ kind: 'messages_moved', stream_id: from.stream_id, ...(is_public && { name: old_topic }), changes });
}

/** Continues a move; it ends if its channel was archived or emptied meanwhile. */
export const moveMessagesHandler: WritingHandler = {
  kind: KIND,
  async write(context, { realm_id, body }) {
    const moving = body as Moving;
    const { tx } = context;
    const { name, url } = await getRealmRow(tx, realm_id);
    const from = await findChannel(tx, realm_id, moving.from_id);
    const to = await findChannel(tx, realm_id, moving.to_id);
    if (!from || !to || to.is_archived) return;
    await moveBatch(context, { realm: { realm_id, name, url }, from, to, moving });
  },
};

async function moveBatch(context: WriteContext, batch: Batch, edit: ContentEdit | null = null): Promise<void> {
  const { tx, enqueue } = context;
  const { realm, from, to, moving } = batch;
  const { place, next_id, until_id } = moving;
  // The notices are included: they may be a channel's first message.
  await withBoundsAnnounced(context, realm.realm_id, from.stream_id === to.stream_id ? [] : [from, to], async () => {
    const runs = await findFirstRuns(tx, place, { from_id: next_id, until_id }, PER_WRITE);
    const ids = runs.flat();
    const audiences = await findMoveAudiences(tx, from, to, ids);
    const joined = edit && ids.includes(moving.anchor) ? edit : null;
    if (edit && !joined) await announceEdit(context, moving.user_id, edit);
    for (const run of runs) await storeMove(context, batch, run);
    if (from.stream_id !== to.stream_id) await recordMoves(context, { message_ids: ids, from, to });
    await announceMove(context, batch, audiences, joined);
    const last = ids.at(-1) ?? until_id;
    if (last < until_id) enqueue({ kind: KIND, body: { ...moving, next_id: last + 1 } });
    else await finishMove(context, batch);
  });
}

/** One statement for the history and one for the messages, however many there are. */
async function storeMove(context: WriteContext, { from, to, moving }: Batch, ids: readonly MessageId[]): Promise<void> {
  const { place, new_topic: topic, resolution, edit_timestamp: timestamp, user_id } = moving;
  const { recipient_id, topic_key } = place;
  const streams = from.stream_id === to.stream_id ? null : { prev_stream: from.stream_id, stream: to.stream_id };
  const [from_id, until_id] = [ids[0]!, ids.at(-1)!];
  const there = { recipient_id, topic_key, from_id, until_id };
  await recordOldPlaces(context, { ...there, user_id, timestamp, topic, streams });
  // Resolving is no move. [ED22]
  await context.tx.run(
    sql`update messages set recipient_id = ${to.recipient_id}, subject = coalesce(cast(${topic} as text), subject), topic_key = ${topic === null ? topic_key : topicKey(topic)}, is_edited = true,
       last_moved_timestamp = coalesce(cast(${resolution === null ? timestamp : null} as bigint), last_moved_timestamp)
     where recipient_id = ${recipient_id} and topic_key = ${topic_key} and id >= ${from_id} and id <= ${until_id}`,
  );
  await indexMessagesAgain(context.tx, ids);
}

async function announceMove(
  { tx, emit }: WriteContext,
  { realm, from, to, moving }: Batch,
  audiences: readonly MoveAudience[],
  edit: ContentEdit | null,
): Promise<void> {
  const { anchor, new_topic, old_topic } = moving;
  const links = new_topic === null ? [] : topicLinksOf(new_topic, await getRenderDictionary(tx, realm));
  for (const { ids, moved, gone } of audiences) {
    const message_id = ids.includes(anchor) ? anchor : ids[0]!;
    const edited = message_id === anchor ? edit : null;
    const update: LoggedUpdate = {
      ...edited?.update,
      user_id: moving.user_id,
      rendering_only: false,
      message_id,
      message_ids: ids,
      edit_timestamp: moving.edit_timestamp,
      stream_name: from.name,
      stream_id: from.stream_id,
      propagate_mode: moving.propagate_mode,
      orig_subject: old_topic,
      ...(new_topic === null ? {} : { subject: new_topic, topic_links: links }),
      ...(from.stream_id === to.stream_id ? {} : { new_stream_id: to.stream_id }),
    };
    // Where members read different messages, each of them is in the audiences of what they read already.
    const also = edited?.audience.stream_id === undefined ? [] : (edited.audience.users ?? []);
    const users = withActor([...(moved.users ?? []), ...also], gone?.users, moving.user_id);
    const audience = { ...moved, users };
    const people = { actor_id: moving.user_id, from: from.stream_id, to: to.stream_id };
    const flags = await findLoggedFlags(tx, message_id, people);
    emit(updateLogged, { update, flags, stream_id: to.stream_id }, audience);
    if (gone === null) continue;
    for (const message_ids of batchesOf(ids, DELETED_PER_ENTRY))
      emit(deleteMessage, { message_ids, message_type: 'stream', stream_id: from.stream_id, topic: old_topic }, gone);
  }
}

/** Whoever moves messages receives the event, subscribed or not, unless they lose access to them. */
function withActor(users: readonly UserId[] = [], gone: readonly UserId[] = [], actor_id: UserId): UserId[] {
  return gone.includes(actor_id) ? [...users] : [...new Set([...users, actor_id])];
}

async function finishMove(context: WriteContext, { realm, from, to, moving }: Batch): Promise<void> {
  const new_topic = moving.new_topic ?? moving.old_topic;
  if (moving.is_whole)
    await movePolicies(context, {
      from: { stream_id: from.stream_id, topic: moving.old_topic },
      to: { stream_id: to.stream_id, topic: new_topic },
      oldest: moving.oldest,
      newest: moving.until_id,
      target_was_there: moving.target_was_there,
    });
  const done = { ...moving, from, to, new_topic };
  if (moving.resolution === null) await postMoveNotices(context, realm, done);
  else await postResolution(context, realm, { ...done, resolution: moving.resolution });
}
