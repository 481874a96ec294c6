// Records messages as they were before a change. An edit and a move in one write are one entry.

import type { MessageId, UserId } from '@stoa/contract';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

export interface ContentBefore {
  readonly message_id: MessageId;
  readonly user_id: UserId;
  readonly timestamp: number;
  readonly prev_content: string;
  readonly prev_rendered_content: string;
}

export async function recordOldContent({ tx, position }: WriteContext, before: ContentBefore): Promise<void> {
  await tx.run(
    sql`insert into message_edits (message_id, position, user_id, timestamp, prev_content, prev_rendered_content)
     values (${before.message_id}, ${position}, ${before.user_id}, ${before.timestamp}, ${before.prev_content}, ${before.prev_rendered_content})`,
  );
}

export interface PlaceBefore {
  readonly recipient_id: number;
  readonly topic_key: string;
  readonly from_id: number;
  readonly until_id: number;
  readonly user_id: UserId | null;
  readonly timestamp: number;
  /** Null: every message keeps its topic. */
  readonly topic: string | null;
  /** Null: they stay in their channel. */
  readonly streams: { readonly prev_stream: number; readonly stream: number } | null;
}

/** For all messages of a topic between two ids: one statement, before they move. */
export async function recordOldPlaces({ tx, position }: WriteContext, before: PlaceBefore): Promise<void> {
  const { topic, streams } = before;
  await tx.run(
    sql`insert into message_edits (message_id, position, user_id, timestamp, prev_topic, topic, prev_stream, stream)
     select id, cast(${position} as bigint), cast(${before.user_id} as bigint), cast(${before.timestamp} as bigint),
       case when cast(${topic} as text) is null then null else subject end, cast(${topic} as text),
       cast(${streams?.prev_stream ?? null} as bigint), cast(${streams?.stream ?? null} as bigint)
     from messages where recipient_id = ${before.recipient_id} and topic_key = ${before.topic_key} and id >= ${before.from_id} and id <= ${before.until_id}
     on conflict (message_id, position) do update set prev_topic = excluded.prev_topic, topic = excluded.topic,
       prev_stream = excluded.prev_stream, stream = excluded.stream`,
  );
}

/** Replaces the text of an earlier version, which differs only by the name in a mention. */
export async function replaceEarlier(
  { tx }: Pick<WriteContext, 'tx'>,
  { message_id, position }: { readonly message_id: MessageId; readonly position: number },
  { content, rendered_content }: { readonly content: string; readonly rendered_content: string },
): Promise<void> {
  await tx.run(
    sql`update message_edits set prev_content = ${content}, prev_rendered_content = ${rendered_content}
     where message_id = ${message_id} and position = ${position}`,
  );
}
