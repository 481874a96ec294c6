// Writes of topic policies on request, and what all writes of topic policies share.

import {
  mutedTopicsChanged,
  Refused,
  topicKey,
  type UserId,
  userTopicChanged,
  VISIBILITY_POLICY,
  type VisibilityPolicy,
} from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import { countOwn } from '../../kit/limits/caps.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findAccess, findChannel } from '../channels/channels.queries.ts';
import { type ChannelTopic, findMutedTopics, findPolicies } from './user-topics.queries.ts';
import { checkTopic } from './user-topics.rules.ts';

const { none, muted } = VISIBILITY_POLICY;

/** A policy can be removed even if its owner may no longer read the channel. [UT2] */
async function checkChannel(
  { tx }: WriteContext,
  actor: Actor,
  place: ChannelTopic,
  policy: VisibilityPolicy,
): Promise<void> {
  if (policy === none && (await findPolicies(tx, place, [actor.user_id])).size > 0) return;
  const channel = await findChannel(tx, actor.realm.realm_id, place.stream_id);
  if (!channel || !(await findAccess(tx, actor, channel)).content) throw Refused('channel_unknown');
}

async function checkRoomForPolicy({ tx, caps }: WriteContext, { user_id }: Actor, place: ChannelTopic): Promise<void> {
  if ((await findPolicies(tx, place, [user_id])).size > 0) return;
  caps.check('topic-policies', await countOwn(tx, 'user_topics', user_id));
}

export async function setOwnPolicy(
  context: WriteContext,
  actor: Actor,
  { stream_id, topic }: ChannelTopic,
  policy: VisibilityPolicy,
): Promise<void> {
  const place = { stream_id, topic: checkTopic(topic) };
  await checkChannel(context, actor, place, policy);
  if (policy !== none) await checkRoomForPolicy(context, actor, place);
  await setPolicy(context, place, [actor.user_id], policy);
}

/** Sets a policy of some people for a topic; announces it to those for whom it changes. [UT3] */
export async function setPolicy(
  context: WriteContext,
  place: ChannelTopic,
  user_ids: readonly UserId[],
  policy: VisibilityPolicy,
): Promise<void> {
  const before = await findPolicies(context.tx, place, user_ids);
  const changing = user_ids.filter((user_id) => (before.get(user_id) ?? none) !== policy);
  const mutes = changing.filter((user_id) => policy === muted || before.get(user_id) === muted);
  await storePolicy(context, place, changing, policy);
  await announceMutedTopics(context, mutes);
}

/** Stores and announces a policy unconditionally; {@link announceMutedTopics} sends the legacy list. */
export async function storePolicy(
  { tx, emit, now }: WriteContext,
  { stream_id, topic }: ChannelTopic,
  user_ids: readonly UserId[],
  visibility_policy: VisibilityPolicy,
): Promise<void> {
  const last_updated = seconds(now);
  const topic_key = topicKey(topic);
  for (const users of batchesOf(user_ids)) {
    if (visibility_policy === none)
      await tx.run(
        sql`delete from user_topics where stream_id = ${stream_id} and topic_key = ${topic_key} and user_id in (${sql.list(users)})`,
      );
    else
      await tx.run(
        sql`insert into user_topics (user_id, stream_id, topic_key, topic_name, visibility_policy, last_updated)
          values ${sql.rows(users.map((user_id) => [user_id, stream_id, topic_key, topic, visibility_policy, last_updated]))}
          on conflict (user_id, stream_id, topic_key) do update set topic_name = excluded.topic_name,
            visibility_policy = excluded.visibility_policy, last_updated = excluded.last_updated`,
      );
    emit(userTopicChanged, { stream_id, topic_name: topic, last_updated, visibility_policy }, { users });
  }
}

/** Sends each account its list of muted topics, for clients that support nothing else. */
export async function announceMutedTopics({ tx, emit }: WriteContext, user_ids: readonly UserId[]): Promise<void> {
  for (const user_id of user_ids)
    emit(mutedTopicsChanged, { muted_topics: await findMutedTopics(tx, user_id) }, { users: [user_id] });
}
