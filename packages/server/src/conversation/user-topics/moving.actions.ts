// Topic policies when a whole topic moves. Called by message edits; never decides who may move.

import {
  type ChannelId,
  type MessageId,
  ROLE,
  topicKey,
  type UserId,
  VISIBILITY_POLICY,
  type VisibilityPolicy,
} from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { announceMutedTopics, storePolicy } from './user-topics.actions.ts';
import { type ChannelTopic, findAllPolicies } from './user-topics.queries.ts';
import { mergedPolicy } from './user-topics.rules.ts';

const { none, muted } = VISIBILITY_POLICY;

/** The accounts among these that could read one of the messages where they are now, or were before. */
async function findReaders(
  db: Connection,
  stream_id: ChannelId,
  { oldest, newest }: { oldest: MessageId; newest: MessageId },
  user_ids: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  const rows = await inBatches(user_ids, (batch) =>
    db.all<{ user_id: UserId }>(
      sql`select users.user_id from users join channels on channels.stream_id = ${stream_id}
       left join subscriptions on subscriptions.user_id = users.user_id and subscriptions.stream_id = ${stream_id} and active
       where users.user_id in (${sql.list(batch)}) and (
         (not invite_only and (role < ${sql.raw(ROLE.guest)} or subscriptions.user_id is not null))
         or (subscriptions.user_id is not null and (history_public_to_subscribers or exists (
           select 1 from subscription_spans spans where spans.user_id = users.user_id and spans.stream_id = ${stream_id}
             and after_message_id < ${newest} and (until_message_id is null or until_message_id >= ${oldest})))))`,
    ),
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

export interface MovedTopic {
  readonly from: ChannelTopic;
  readonly to: ChannelTopic;
  /** Among the messages moved. */
  readonly oldest: MessageId;
  readonly newest: MessageId;
  /** Whether the topic had messages before these came. */
  readonly target_was_there: boolean;
}

/**
 * Moves policies with a topic that moved as a whole. Accounts that could not read the messages before learn nothing;
 * accounts that can't read them any more just lose their policy. [UT8]
 */
export async function movePolicies(context: WriteContext, moved: MovedTopic): Promise<void> {
  const { from, to } = moved;
  const same_place = from.stream_id === to.stream_id && topicKey(from.topic) === topicKey(to.topic);
  const set = await findAllPolicies(context.tx, from);
  const there = await findAllPolicies(context.tx, to);
  // When topics merge, having no policy counts too: it may be more visible than the policy set. [UT8]
  const concerned = moved.target_was_there ? [...new Set([...set.keys(), ...there.keys()])] : [...set.keys()];
  if (same_place || concerned.length === 0) return;
  const could_read = await findReaders(context.tx, from.stream_id, moved, concerned);
  const can_read =
    from.stream_id === to.stream_id ? could_read : await findReaders(context.tx, to.stream_id, moved, concerned);
  const mutes = new Set<UserId>();
  const leaving: UserId[] = [];
  const arriving = new Map<VisibilityPolicy, UserId[]>();
  for (const user_id of concerned.filter((user_id) => could_read.has(user_id)).sort((a, b) => a - b)) {
    const before = set.get(user_id) ?? none;
    const target = there.get(user_id) ?? none;
    if (before !== none) leaving.push(user_id);
    if (before === muted) mutes.add(user_id);
    if (!can_read.has(user_id)) continue;
    const after = moved.target_was_there ? mergedPolicy(before, target) : before;
    if (after === target) continue;
    if (after === muted || target === muted) mutes.add(user_id);
    getOrSet(arriving, after, () => []).push(user_id);
  }
  await storePolicy(context, from, leaving, none);
  for (const [policy, user_ids] of arriving) await storePolicy(context, to, user_ids, policy);
  await announceMutedTopics(context, [...mutes]);
}
