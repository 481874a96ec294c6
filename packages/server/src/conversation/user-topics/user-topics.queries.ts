// Every read of topic policies.

import {
  byTopic,
  type ChannelId,
  type MutedTopic,
  ROLE,
  topicKey,
  type UserId,
  type UserTopic,
  VISIBILITY_POLICY,
  type VisibilityPolicy,
} from '@stoa/contract';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { displayTopic } from '../message-rules/topics.rules.ts';

/** All topic policies of an account, by channel and topic. */
export async function findUserTopics(db: Connection, user_id: UserId, knows_empty_topic = true): Promise<UserTopic[]> {
  const rows = await db.all<UserTopic>(
    sql`select stream_id, topic_name, last_updated, visibility_policy from user_topics where user_id = ${user_id}`,
  );
  return rows.sort(byTopic).map((row) => ({ ...row, topic_name: displayTopic(row.topic_name, knows_empty_topic) }));
}

/**
 * The muted topics of an account, by channel name: only for channels whose name it knows as a subscriber or member.
 * Readers of other channels get theirs from user_topics, which has no names. [UT4]
 */
export async function findMutedTopics(
  db: Connection,
  user_id: UserId,
  knows_empty_topic = true,
): Promise<MutedTopic[]> {
  const rows = await db.all<UserTopic & { name: string }>(
    sql`select user_topics.stream_id, channels.name, topic_name, last_updated, visibility_policy
     from user_topics join channels using (stream_id) join users on users.user_id = user_topics.user_id
     left join subscriptions on subscriptions.user_id = user_topics.user_id
       and subscriptions.stream_id = user_topics.stream_id and subscriptions.active
     where user_topics.user_id = ${user_id} and visibility_policy = ${sql.raw(VISIBILITY_POLICY.muted)} and not is_archived
       and (subscriptions.user_id is not null or (not invite_only and users.role < ${sql.raw(ROLE.guest)}))`,
  );
  return rows
    .sort(byTopic)
    .map(({ name, topic_name, last_updated }) => [name, displayTopic(topic_name, knows_empty_topic), last_updated]);
}

export interface ChannelTopic {
  readonly stream_id: ChannelId;
  /** Normalized. */
  readonly topic: string;
}

/** The policies of these accounts for one topic; accounts without one are left out. */
export async function findPolicies(
  db: Connection,
  { stream_id, topic }: ChannelTopic,
  user_ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, VisibilityPolicy>> {
  const rows = await inBatches(user_ids, (batch) =>
    db.all<{ user_id: UserId; visibility_policy: VisibilityPolicy }>(
      sql`select user_id, visibility_policy from user_topics
       where stream_id = ${stream_id} and topic_key = ${topicKey(topic)} and user_id in (${sql.list(batch)})`,
    ),
  );
  return new Map(rows.map(({ user_id, visibility_policy }) => [user_id, visibility_policy]));
}

/** All policies set for a topic. */
export async function findAllPolicies(
  db: Connection,
  { stream_id, topic }: ChannelTopic,
): Promise<ReadonlyMap<UserId, VisibilityPolicy>> {
  const rows = await db.all<{ user_id: UserId; visibility_policy: VisibilityPolicy }>(
    sql`select user_id, visibility_policy from user_topics where stream_id = ${stream_id} and topic_key = ${topicKey(topic)} order by user_id`,
  );
  return new Map(rows.map(({ user_id, visibility_policy }) => [user_id, visibility_policy]));
}
