// Notices in topics that messages were moved to or from, and in topics that were resolved.
import { type ChannelId, type MessageId, type Resolution, topicKey, type UserId } from '@stoa/contract';
import { channelPath, encodeHash } from '@stoa/markdown';
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { deleteMessages } from '../messages/deletion.actions.ts';
import { isPlainName, silentMention } from '../messages/notice-texts.rules.ts';
import { systemBot } from '../messages/system-bot.queries.ts';
import { sendSystemMessage } from '../messages/system-messages.actions.ts';

/** Where the mover wants a notice. */
export interface MoveNotices {
  readonly old_thread: boolean;
  readonly new_thread: boolean;
}

interface Moved {
  readonly user_id: UserId;
  readonly full_name: string;
  readonly from: ChannelRow;
  readonly to: ChannelRow;
  readonly old_topic: string;
  readonly new_topic: string;
  readonly anchor: MessageId;
  readonly total: number;
  readonly is_whole: boolean;
  readonly notices: MoveNotices;
}

interface Thread {
  readonly channel: Pick<ChannelRow, 'stream_id' | 'name' | 'invite_only'>;
  readonly topic: string;
}

function pathOf({ channel, topic }: Thread): string {
  return `${channelPath({ id: channel.stream_id, name: channel.name })}/topic/${encodeHash(topic)}`;
}

/** A link that no name can break out of. */
function link(thread: Thread): string {
  const { channel, topic } = thread;
  if (topic !== '' && isPlainName(channel.name) && isPlainName(topic)) return `#**${channel.name}>${topic}**`;
  return `[another topic](${pathOf(thread)})`;
}

/** The other end of a move. Private channels are not named where others may read the notice. [ED24] */
function otherPlace(here: Thread, there: Thread): string {
  const same: boolean = here.channel.stream_id === there.channel.stream_id;
  return same || !there.channel.invite_only ? link(there) : 'a private channel';
}

function movedWhat({ is_whole, total, anchor }: Moved, linked: Thread | null): string {
  if (is_whole) return 'this topic';
  if (total > 1) return `${total} messages`;
  return linked ? `[a message](${pathOf(linked)}/near/${anchor})` : 'a message';
}

/** [ED23] [ED24] */
export async function postMoveNotices(context: WriteContext, realm: Realm, moved: Moved): Promise<void> {
  const old_thread: Thread = { channel: moved.from, topic: moved.old_topic };
  const new_thread: Thread = { channel: moved.to, topic: moved.new_topic };
  const same = moved.from === moved.to && topicKey(moved.old_topic) === topicKey(moved.new_topic);
  if (same) return;
  if (moved.notices.new_thread)
    await sendSystemMessage(context, realm, {
      channel: moved.to,
      topic: moved.new_topic,
      content: `${silentMention(moved)} moved ${movedWhat(moved, new_thread)} here from ${otherPlace(new_thread, old_thread)}.`,
    });
  if (!moved.notices.old_thread) return;
  await sendSystemMessage(context, realm, {
    channel: moved.from,
    topic: moved.old_topic,
    content: `${silentMention(moved)} moved ${movedWhat(moved, moved.to.invite_only ? null : new_thread)} to ${otherPlace(old_thread, new_thread)}.`,
  });
}

/** Undoing a resolution within this time leaves no notice. */
const SECOND_THOUGHTS_S = 60;
const ENDINGS: Record<Resolution, string> = {
  resolved: 'marked this topic as resolved.',
  unresolved: 'marked this topic as unresolved.',
};

interface Marked extends Pick<Moved, 'user_id' | 'full_name' | 'to' | 'new_topic'> {
  readonly resolution: Resolution;
}

/** [ED21] */
export async function postResolution(context: WriteContext, realm: Realm, marked: Marked): Promise<void> {
  const { to: channel, new_topic: topic, resolution } = marked;
  if (await takeBack(context, realm, marked)) return;
  const content = `${silentMention(marked)} ${ENDINGS[resolution]}`;
  await sendSystemMessage(context, realm, { channel, topic, content });
}

interface Notice {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly subject: string;
  readonly content: string;
  readonly timestamp: number;
}

/** Deletes the opposite notice if it is recent and the topic's last message. */
async function takeBack(context: WriteContext, realm: Realm, { to, new_topic, resolution }: Marked): Promise<boolean> {
  const { tx, now } = context;
  const bot = await systemBot(tx, realm);
  const last = await tx.get<Notice>(
    sql`select id, sender_id, subject, content, timestamp from messages where recipient_id = ${to.recipient_id} and topic_key = ${topicKey(new_topic)}
     order by id desc limit 1`,
  );
  const opposite = ENDINGS[resolution === 'resolved' ? 'unresolved' : 'resolved'];
  const fresh = last !== null && seconds(now) - last.timestamp <= SECOND_THOUGHTS_S;
  if (!fresh || last.sender_id !== bot.user_id || !last.content.endsWith(` ${opposite}`)) return false;
  const { recipient_id, stream_id }: { recipient_id: ChannelRow['recipient_id']; stream_id: ChannelId } = to;
  await deleteMessages(context, { recipient_id, stream_id }, [last]);
  return true;
}
