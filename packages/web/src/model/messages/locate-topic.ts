// Where a topic is now, by one of its messages: a page that was without a connection may have missed that it was moved. [WB1041]
import { ApiError } from '@stoa/contract/api-error';
import type { Client } from '@stoa/sdk';
import { narrowOf } from '../../base/views/view.ts';
import { sameTopic } from './conversations.ts';
import type { Topic } from './topic-place.ts';

/**
 * The place to which all of the topic went, or null: it is still there, a part of it is, or nobody may know. Rejects if the
 * server can't be asked.
 */
export async function locateTopic(client: Client, view: Topic, near: number): Promise<Topic | null> {
  try {
    const { message } = await client.getMessage({ message_id: near, apply_markdown: false });
    const { stream_id, subject } = message;
    if (stream_id === undefined || (stream_id === view.channel_id && sameTopic(subject, view.topic))) return null;
    const { messages } = await client.getMessages({
      narrow: narrowOf(view, 0)!,
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    });
    return messages.length > 0 ? null : { kind: 'topic', channel_id: stream_id, topic: subject };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return null;
    throw error;
  }
}
