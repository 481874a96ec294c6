// Topic policies that follow from what people do and from their settings. No statement of its own per send that changes none,
// whatever the number of subscribers. Never checks whether people may do what they did.

import {
  type ChannelId,
  type MessageId,
  type RecipientId,
  topicKey,
  type UserId,
  VISIBILITY_POLICY,
  type VisibilityPolicy,
} from '@stoa/contract';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { inBatches } from '../../kit/database/batches.ts';
import { type Fragment, type Hole, sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { FLAG } from '../message-rules/flags.rules.ts';
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

export interface TopicPolicyState {
  current: VisibilityPolicy | null;
  channel_is_muted: boolean | number | null;
  is_protected: boolean | number;
  has_earlier: boolean | number;
}

/** An account and a topic. */
export interface TopicOfAccount {
  readonly user_id: UserId;
  readonly stream_id: ChannelId;
  readonly recipient_id: RecipientId;
  readonly topic_key: string;
}

/**
 * {@link TopicPolicyState} as columns. All other messages of the topic are earlier, because sends of an organization run one after
 * another. `id`: of the message itself.
 */
export function topicStateColumns(
  user_id: Hole,
  stream_id: Hole,
  recipient_id: Hole,
  topic_key: Hole,
  id: Fragment,
): Fragment {
  return sql`(select visibility_policy from user_topics where user_id = ${user_id} and stream_id = ${stream_id} and topic_key = ${topic_key}) as current,
     (select is_muted from subscriptions where user_id = ${user_id} and stream_id = ${stream_id} and active) as channel_is_muted,
     (select invite_only and not history_public_to_subscribers from channels where stream_id = ${stream_id}) as is_protected,
     exists (select 1 from messages other where other.recipient_id = ${recipient_id} and other.topic_key = ${topic_key} and not other.id = ${id}) as has_earlier`;
}

/** Whether some action changes something for this account. */
function mayFollow({ is_bot, settings }: Who): boolean {
  return !is_bot && policyAfter('started', completeSettings(settings), true) !== null;
}

/** The topic whose state {@link followAfterMessage} needs; null where it needs none. */
export function topicOfSender(
  sender: Who,
  { stream_id, recipient_id, topic }: Omit<TopicMessage, 'id'>,
): TopicOfAccount | null {
  if (!mayFollow(sender)) return null;
  return { user_id: sender.user_id, stream_id, recipient_id, topic_key: topicKey(topic) };
}

async function findTopicPolicyState(
  { tx }: WriteContext,
  user_id: UserId,
  { id, stream_id, recipient_id, topic }: TopicMessage,
): Promise<TopicPolicyState> {
  return (await tx.get<TopicPolicyState>(
    sql`select ${topicStateColumns(user_id, stream_id, recipient_id, topicKey(topic), sql`${id}`)}`,
  ))!;
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

async function applyPolicy(
  context: WriteContext,
  who: Who,
  place: ChannelTopic,
  action: TopicAction,
  { current, channel_is_muted }: Partial<TopicPolicyState>,
): Promise<VisibilityPolicy | null> {
  const target = policyAfter(action, completeSettings(who.settings), Boolean(channel_is_muted));
  if (target === null || !mayReplace(current ?? none, target)) return null;
  await setPolicy(context, place, [who.user_id], target);
  return target;
}

/** After sending a message; returns the sender's new policy, if any. [UT5] */
async function followAfterSending(
  context: WriteContext,
  sender: Who,
  message: TopicMessage,
  state: Partial<TopicPolicyState>,
): Promise<VisibilityPolicy | null> {
  const { has_earlier, is_protected } = state;
  const is_first =
    !has_earlier || (Boolean(is_protected) && !(await hasReceivedEarlier(context, sender.user_id, message)));
  return applyPolicy(context, sender, message, is_first ? 'started' : 'sent', state);
}

/** After a reaction, a vote in a poll or the like. [UT6] */
export async function followAfterParticipating(
  context: WriteContext,
  who: Who,
  message: { id: MessageId; recipient_id: RecipientId; stream_id: ChannelId | null; subject: string },
): Promise<void> {
  const { id, recipient_id, stream_id, subject } = message;
  if (stream_id === null || !mayFollow(who)) return;
  const place = { id, recipient_id, stream_id, topic: subject };
  await applyPolicy(context, who, place, 'participated', await findTopicPolicyState(context, who.user_id, place));
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
export async function followAfterMessage(
  context: WriteContext,
  sent: SentMessage,
  state: Partial<TopicPolicyState>,
): Promise<2 | 3 | null> {
  const { id, sender, destination, flags } = sent;
  if (!('topic' in destination)) return null;
  const policy = mayFollow(sender) ? await followAfterSending(context, sender, { ...destination, id }, state) : null;
  const mentioned = [...flags].flatMap(([user_id, bits]) => ((bits & FLAG.mentioned) === 0 ? [] : [user_id]));
  if (mentioned.length > 0) await followAfterMention(context, destination, mentioned);
  return policy === unmuted || policy === followed ? policy : null;
}
