// Leaves what an account has muted out of ranges: a muted channel is often the busiest one, and would be read to skip all of
// it.
import { type RecipientId, type UserId, VISIBILITY_POLICY } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ReadableRange } from './readable-ranges.queries.ts';

const MUTED = sql.raw(VISIBILITY_POLICY.muted);

/** With more unmuted topics a muted channel is read whole. */
const TOPICS_MAX = 100;

export interface UnmutedRanges {
  readonly ranges: readonly ReadableRange[];
  /** They hold nothing muted, so messages need not be looked at one by one. */
  readonly is_exact: boolean;
}

/** Muted channels, except for their topics that the account follows or has unmuted. [MS78] */
export async function leaveOutMuted(
  db: Connection,
  user_id: UserId,
  ranges: readonly ReadableRange[],
): Promise<UnmutedRanges> {
  const [channels, topics] = await Promise.all([
    db.all<{ recipient_id: RecipientId }>(
      sql`select recipient_id from subscriptions join recipients on recipients.stream_id = subscriptions.stream_id
       where user_id = ${user_id} and active and is_muted`,
    ),
    db.all<{ recipient_id: RecipientId; topic_key: string; visibility_policy: number }>(
      sql`select recipient_id, topic_key, visibility_policy
       from user_topics join recipients on recipients.stream_id = user_topics.stream_id
       left join subscriptions on subscriptions.user_id = user_topics.user_id and subscriptions.stream_id = user_topics.stream_id
       where user_topics.user_id = ${user_id} and (visibility_policy = ${MUTED} or (active and is_muted))`,
    ),
  ]);
  const shown = new Map<RecipientId, string[]>(channels.map(({ recipient_id }) => [recipient_id, []]));
  const with_muted_topics = new Set<RecipientId>();
  for (const { recipient_id, topic_key, visibility_policy } of topics)
    if (visibility_policy !== VISIBILITY_POLICY.muted) getOrSet(shown, recipient_id, () => []).push(topic_key);
    else if (!shown.has(recipient_id)) with_muted_topics.add(recipient_id);
  let is_exact = true;
  const left = ranges.flatMap((range) => {
    const of_channel = shown.get(range.recipient_id);
    // A search looks at recipients alone, and a topic may be muted.
    is_exact &&= of_channel ? of_channel.length === 0 : !with_muted_topics.has(range.recipient_id);
    if (!of_channel || of_channel.length > TOPICS_MAX) return [range];
    const { topic_key } = range;
    if (topic_key !== undefined) return of_channel.includes(topic_key) ? [range] : [];
    return of_channel.map((shown_key) => ({ ...range, topic_key: shown_key }));
  });
  return { ranges: left, is_exact };
}

/** Topics with a policy of the account that are looked at. */
const FEW_TOPICS = 1000;

/** Whether {@link leaveOutMuted} is exact for all ranges of an account, if few rows tell. */
export async function mutesChannelsOnly(db: Connection, user_id: UserId): Promise<boolean> {
  const row = await db.get<{ rows: number; telling: number }>(
    sql`select count(*) as rows, count(case when visibility_policy = ${MUTED} or (active and is_muted) then 1 end) as telling
     from (select stream_id, visibility_policy from user_topics where user_id = ${user_id} limit ${FEW_TOPICS + 1}) as policies
     left join subscriptions on subscriptions.user_id = ${user_id} and subscriptions.stream_id = policies.stream_id`,
  );
  return row!.rows <= FEW_TOPICS && row!.telling === 0;
}
