// Keeps what messages were before a change. An edit and a move in one write are one entry.
import type { MessageId, UserId } from '@stoa/contract';
import type { WriteContext } from '../../kit/write.ts';

export interface ContentBefore {
  readonly message_id: MessageId;
  readonly user_id: UserId;
  readonly timestamp: number;
  readonly prev_content: string;
  readonly prev_rendered_content: string;
}

export async function keepContent({ tx, position }: WriteContext, before: ContentBefore): Promise<void> {
  await tx.run(
    `insert into message_edits (message_id, position, user_id, timestamp, prev_content, prev_rendered_content)
     values ($1, $2, $3, $4, $5, $6)`,
    [before.message_id, position, before.user_id, before.timestamp, before.prev_content, before.prev_rendered_content],
  );
}

export interface PlaceBefore {
  readonly recipient_id: number;
  readonly topic_key: string;
  readonly from_id: number;
  readonly until_id: number;
  readonly user_id: UserId | null;
  readonly timestamp: number;
  /** Null: each keeps its topic. */
  readonly topic: string | null;
  /** Null: they stay in their channel. */
  readonly streams: { readonly prev_stream: number; readonly stream: number } | null;
}

/** Of all messages of a topic between two ids: one statement, before they are moved. */
export async function keepPlaces({ tx, position }: WriteContext, before: PlaceBefore): Promise<void> {
  const { topic, streams } = before;
  await tx.run(
    `insert into message_edits (message_id, position, user_id, timestamp, prev_topic, topic, prev_stream, stream)
     select id, cast($1 as bigint), cast($2 as bigint), cast($3 as bigint),
       case when cast($4 as text) is null then null else subject end, cast($4 as text),
       cast($5 as bigint), cast($6 as bigint)
     from messages where recipient_id = $7 and topic_key = $8 and id >= $9 and id <= $10
     on conflict (message_id, position) do update set prev_topic = excluded.prev_topic, topic = excluded.topic,
       prev_stream = excluded.prev_stream, stream = excluded.stream`,
    [
      position,
      before.user_id,
      before.timestamp,
      topic,
      streams?.prev_stream ?? null,
      streams?.stream ?? null,
      before.recipient_id,
      before.topic_key,
      before.from_id,
      before.until_id,
    ],
  );
}
