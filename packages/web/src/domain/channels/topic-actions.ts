// Marks, moves and deletes topics. Moving opens a dialog, requested through a cell here.
import { ApiError, type PropagateMode } from '@stoa/contract';
import { isResolvedTopic, RESOLVED_TOPIC_PREFIX, withoutResolvedMark } from '@stoa/contract/topics';
import { Cell } from '../../base/cells/cell.ts';
import { t } from '../../base/text/text.ts';
import { attempt } from '../../base/ui/attempt.ts';
import { notify } from '../../base/ui/notices.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { KnownChannel } from '../../model/state/state.ts';
import { leave, newestIn } from './channel-actions.ts';

export interface TopicRef {
  readonly channel_id: number;
  readonly topic: string;
}

export interface MoveRequest extends TopicRef {
  /** The first message to move; null moves the whole topic. */
  readonly message_id: number | null;
}

export type ChannelDialog =
  | ({ readonly kind: 'move' } & MoveRequest)
  | ({ readonly kind: 'delete_topic' } & TopicRef)
  | { readonly kind: 'leave' | 'archive'; readonly channel_id: number };

/** The open dialog about channels. */
export const channelDialog = new Cell<ChannelDialog | null>(null);

/** Leaving a private channel asks for confirmation, because only others can add the reader again. */
export function askToLeave(engine: Engine, channel: KnownChannel): void {
  if (channel.invite_only) channelDialog.set({ kind: 'leave', channel_id: channel.stream_id });
  else void leave(engine, channel);
}

/** Opens the dialog that moves a topic or messages of it. */
export const askToMove = (request: MoveRequest) => channelDialog.set({ kind: 'move', ...request });

export function setTopicPolicy(
  engine: Engine,
  channel_id: number,
  topic: string,
  policy: 0 | 1 | 2 | 3,
): Promise<boolean> {
  return attempt(() => engine.client.updateUserTopic({ stream_id: channel_id, topic, visibility_policy: policy }));
}

export async function toggleResolved(engine: Engine, { channel_id, topic }: TopicRef): Promise<void> {
  await attempt(async () => {
    const newest = await newestIn(engine, { kind: 'topic', channel_id, topic });
    if (newest === null) return notify(t('topic_is_empty'));
    const next = isResolvedTopic(topic) ? withoutResolvedMark(topic) : RESOLVED_TOPIC_PREFIX + topic;
    await engine.client.editMessage({ message_id: newest, topic: next, propagate_mode: 'change_all' });
  });
}

/** The server deletes a limited number of messages per call; `progress` is called after each. */
export async function deleteTopic(
  engine: Engine,
  { channel_id, topic }: TopicRef,
  progress: (batches: number) => void,
): Promise<void> {
  for (let batches = 1; ; batches++) {
    const { complete } = await engine.client.deleteTopic({ stream_id: channel_id, topic_name: topic });
    if (complete) return;
    progress(batches);
  }
}

export interface Move {
  readonly message_id: number;
  readonly from: TopicRef;
  readonly to: TopicRef;
  readonly propagate_mode: PropagateMode;
  readonly notify_old: boolean;
  readonly notify_new: boolean;
}

/** If some messages are too old to move: how many can be moved, and the first of them. */
export interface TooOld {
  readonly first: number;
  readonly movable: number;
  readonly total: number;
}

export function tooOldOf(error: unknown): TooOld | null {
  if (!(error instanceof ApiError) || error.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED') return null;
  const { first_message_id_allowed_to_move, total_messages_allowed_to_move, total_messages_in_topic } =
    error.fields as Record<string, number>;
  return {
    first: first_message_id_allowed_to_move ?? 0,
    movable: total_messages_allowed_to_move ?? 0,
    total: total_messages_in_topic ?? 0,
  };
}

export async function moveMessages(engine: Engine, { message_id, from, to, ...how }: Move): Promise<void> {
  await engine.client.editMessage({
    message_id,
    ...(to.topic === from.topic ? {} : { topic: to.topic }),
    ...(to.channel_id === from.channel_id ? {} : { stream_id: to.channel_id }),
    propagate_mode: how.propagate_mode,
    send_notification_to_old_thread: how.notify_old,
    send_notification_to_new_thread: how.notify_new,
  });
}
