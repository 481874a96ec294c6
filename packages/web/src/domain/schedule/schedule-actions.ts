// Scheduled sending, as calls; lists follow from the events.
import type { ScheduledMessage } from '@stoa/contract';
import type { View } from '../../base/views/view.ts';
import type { Engine } from '../../model/engine/engine.ts';

type Conversation = Extract<View, { kind: 'topic' | 'direct' }>;

const recipientOf = (view: Conversation, own_id: number) =>
  view.kind === 'topic'
    ? { type: 'channel' as const, to: view.channel_id, topic: view.topic }
    : { type: 'direct' as const, to: view.user_ids.length > 0 ? [...view.user_ids] : [own_id] };

export async function scheduleMessage(
  engine: Engine,
  view: Conversation,
  content: string,
  at: number,
): Promise<number> {
  const { scheduled_message_id } = await engine.client.createScheduledMessage({
    ...recipientOf(view, engine.own_id),
    content,
    scheduled_delivery_timestamp: at,
    read_by_sender: true,
  });
  return scheduled_message_id;
}

export function viewOfScheduled({ type, to, topic }: ScheduledMessage, own_id: number): Conversation {
  if (type === 'stream') return { kind: 'topic', channel_id: to as number, topic: topic ?? '' };
  const user_ids = (to as number[]).filter((id) => id !== own_id).sort((a, b) => a - b);
  return { kind: 'direct', user_ids };
}
