// Deleted messages as each client receives them: in one event, or one by one. [RT4]
import type { ChannelId, MessageId } from '@stoa/contract';
import { openEvent, type Presenter } from '../../feed/present.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';

/**
 * At most this many messages per log entry: some clients get an event for each, and ids between two log positions are
 * limited.
 */
export const DELETED_PER_ENTRY = 200;

export type LoggedDeletion = {
  readonly message_ids: readonly MessageId[];
  readonly message_type: 'stream' | 'private';
  readonly stream_id?: ChannelId;
  readonly topic?: string;
};

export const presentDeletion: Presenter = (entry, { options }) => {
  const { message_ids, topic, ...rest } = entry.body as LoggedDeletion;
  const shown = displayTopic(topic ?? '', options.capabilities.includes('empty_topic_name'));
  const about = topic === undefined ? rest : { ...rest, topic: shown };
  if (options.capabilities.includes('bulk_message_deletion'))
    return [entry.text(`all ${shown}`, () => openEvent(entry.type, entry.op, { message_ids, ...about }))];
  return message_ids.map((message_id) =>
    entry.text(`${message_id} ${shown}`, () => openEvent(entry.type, entry.op, { message_id, ...about })),
  );
};
