// Topic policies that follow from what people do and from their settings. Two statements per send, whatever the number
// of subscribers. Never checks whether people may do what they did.

import {
  type ChannelId,
  type MessageId,
  type RecipientId,
  type UserId,
  VISIBILITY_POLICY,
  type VisibilityPolicy,
} from '@stoa/contract';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Actor } from '../../kit/actor.ts';
import { inBatches } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write.ts';
import { FLAG } from '../message-rules/flags.rules.ts';
import { topicKey } from '../message-rules/topics.rules.ts';
import { setPolicy } from './user-topics.actions.ts';
import { type ChannelTopic, findPolicies } from './user-topics.queries.ts';
import { mayReplace, policyAfter, type TopicAction } from './user-topics.rules.ts';

const { none, muted, unmuted, followed } = VISIBILITY_POLICY;

type Who = Pick<Actor, 'user_id' | 'is_bot' | 'settings'>;

/** A new message in a topic, or one that somebody interacts with. */
export interface TopicMessage extends ChannelTopic {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
}

interface TopicPolicyState {
  current: VisibilityPolicy | null;
  channel_is_muted: boolean | number | null;
  is_protected: boolean | number;
  has_earlier: boolean | number;
}

/** All other messages of the topic are earlier, because sends of an organization run one after another. */
async function findTopicPolicyState(
  { tx }: WriteContext,
  user_id: UserId,
  message: TopicMessage,
): Promise<TopicPolicyState> {
  const row = await tx.get<TopicPolicyState>(
    sql`select
       (select visibility_policy from user_topics where user_id = ${user_id} and stream_id = ${message.stream_id} and topic_key = ${topicKey(message.topic)}) as current,
       (select is_muted from subscriptions where user_id = ${user_id} and stream_id = ${message.stream_id} and active) as channel_is_muted,
       (invite_only and not history_public_to_subscribers) as is_protected,
       exists (select 1 from messages where recipient_id = ${message.recipient_id} and topic_key = ${topicKey(message.topic)} and not id = ${message.id}) as has_earlier
     from channels where stream_id = ${message.stream_id}`,
  );
  return row!;
}

/** Whether the sender received an earlier message of the topic: with protected history no other may be revealed. */
async function hasReceivedEarlier({ tx }: WriteContext, user_id: UserId, message: TopicMessage): Promise<boolean> {
  const row = await tx.get(
    sql`select 1 as found from messages join subscription_spans on stream_id = ${message.stream_id} and user_id = ${user_id}
       and after_message_id < id and (until_message_id is null or until_message_id >= id)
     where recipient_id = ${message.recipient_id} and topic_key = ${topicKey(message.topic)} and id < ${message.id} limit 1`,
  );
  return row !== null;
}

async function apply(
  context: WriteContext,
  who: Who,
  message: TopicMessage,
  actionOf: (state: TopicPolicyState) => Promise<TopicAction>,
): Promise<VisibilityPolicy | null> {
  if (who.is_bot) return null;
  const settings = completeSettings(who.settings);
  // No action changes anything for this account.
  if (policyAfter('started', settings, true) === null) return null;
  const state = await findTopicPolicyState(context, who.user_id, message);
  const target = policyAfter(await actionOf(state), settings, Boolean(state.channel_is_muted));
  if (target === null || !mayReplace(state.current ?? none, target)) return null;
  await setPolicy(context, message, [who.user_id], target);
  return target;
}

/** After sending a message; returns the sender's new policy, if any. [UT5] */
function followAfterSending(
  context: WriteContext,
  sender: Who,
  message: TopicMessage,
): Promise<VisibilityPolicy | null> {
  return apply(context, sender, message, async ({ has_earlier, is_protected }) => {
    if (!has_earlier) return 'started';
    return is_protected && !(await hasReceivedEarlier(context, sender.user_id, message)) ? 'started' : 'sent';
  });
}

/** After a reaction, a vote in a poll or the like. [UT6] */
export async function followAfterParticipating(
  context: WriteContext,
  who: Who,
  message: { id: MessageId; recipient_id: RecipientId; stream_id: ChannelId | null; subject: string },
): Promise<void> {
  const { id, recipient_id, stream_id, subject } = message;
  if (stream_id === null) return;
  await apply(context, who, { id, recipient_id, stream_id, topic: subject }, async () => 'participated');
}

/** After a message mentioned people, by name or by group: receivers who want it follow its topic. [UT7] */
export async function followAfterMention(
  context: WriteContext,
  place: ChannelTopic,
  mentioned: readonly UserId[],
): Promise<void> {
  const rows = await inBatches(mentioned, (batch) =>
    context.tx.all<{ user_id: UserId; settings: StoredUserSettings }>(
      sql`select users.user_id, settings from users join subscriptions using (user_id)
       where stream_id = ${place.stream_id} and active and is_active and not is_bot and users.user_id in (${sql.list(batch)})
       order by users.user_id`,
    ),
  );
  const willing = rows.flatMap(({ user_id, settings }) =>
    completeSettings(settings).automatically_follow_topics_where_mentioned ? [user_id] : [],
  );
  const set = await findPolicies(context.tx, place, willing);
  const following = willing.filter((user_id) => {
    const current = set.get(user_id);
    // A mention never overrides muting.
    return current !== muted && current !== followed;
  });
  await setPolicy(context, place, following, followed);
}

/** The fields of a stored message needed here. */
export interface SentMessage {
  readonly id: MessageId;
  readonly sender: Who;
  readonly destination:
    | { readonly recipient_id: RecipientId }
    | (Omit<TopicMessage, 'id'> & { readonly topic: string });
  /** Bits of {@link FLAG} by account, receivers only. */
  readonly flags: ReadonlyMap<UserId, number>;
}

/** Applies all automatic policies after a message; returns the sender's new policy, if any. */
export async function followAfterMessage(context: WriteContext, sent: SentMessage): Promise<2 | 3 | null> {
  const { id, sender, destination, flags } = sent;
  if (!('topic' in destination)) return null;
  const policy = await followAfterSending(context, sender, { ...destination, id });
  const mentioned = [...flags].flatMap(([user_id, bits]) => ((bits & FLAG.mentioned) === 0 ? [] : [user_id]));
  if (mentioned.length > 0) await followAfterMention(context, destination, mentioned);
  return policy === unmuted || policy === followed ? policy : null;
}
