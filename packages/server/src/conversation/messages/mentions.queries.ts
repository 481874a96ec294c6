// Whom a message mentions or alerts, and whether its sender may mention so many. A mention never delivers a message:
// accounts that don't receive it are left out.

import {
  ChannelWildcardNotAllowed,
  type MessageId,
  type RecipientId,
  Refused,
  TopicWildcardNotAllowed,
  topicKey,
  type UserId,
} from '@stoa/contract';
import { findPeopleOfGroups } from '../../identity/membership/membership.queries.ts';
import { shownName } from '../../identity/membership/system-groups.ts';
import { mayInOrganization } from '../../identity/realm/realm-settings.queries.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import { type Actor, isGuest } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import {
  findSubscribersAmong,
  findSubscribersOfRole,
  hasMoreSubscribersThan,
} from '../channels/subscribers.queries.ts';
import { FLAG } from '../message-rules/flags.rules.ts';
import type { Destination } from './destinations.ts';
import { findReactors } from './reactions.queries.ts';
import type { RenderedContent } from './rendering.queries.ts';

/** Anybody may mention up to this many people at once. */
const MANY = 15;
/** Participants of a topic wrote or reacted among this many of its newest messages. */
const MESSAGES_OF_PARTICIPANTS = 2000;
/** Bots of this type receive mentions in public channels without a subscription. */
const GENERIC_BOT = 1;

export interface Concerned {
  /** Bits of {@link FLAG} by receiving account. */
  readonly flags: ReadonlyMap<UserId, number>;
  /** Bots mentioned in a public channel that they are not subscribed to. */
  readonly called_bots: readonly UserId[];
}

const NOBODY: Concerned = { flags: new Map(), called_bots: [] };

/** Accounts that wrote or reacted in a topic, the newest first. */
async function findParticipants(db: Connection, recipient_id: RecipientId, topic: string): Promise<Set<UserId>> {
  const newest = await db.all<{ id: MessageId; sender_id: UserId }>(
    sql`select id, sender_id from messages where recipient_id = ${recipient_id} and topic_key = ${topicKey(topic)}
     order by id desc limit ${sql.raw(MESSAGES_OF_PARTICIPANTS)}`,
  );
  const reactors = await findReactors(
    db,
    newest.map(({ id }) => id),
  );
  return new Set([...newest.map(({ sender_id }) => sender_id), ...reactors]);
}

/** Throws unless the sender may mention these groups and this many people. [MS31] [MS32] */
export async function checkMentions(
  db: Connection,
  sender: Actor,
  destination: Destination,
  { mentioned_groups, stream_wildcard, topic_wildcard }: RenderedContent,
): Promise<void> {
  const refused = mentioned_groups.find(({ may_mention }) => !may_mention);
  if (refused) throw Refused('group_mention_forbidden', { group: shownName(refused.name) });
  if (!('topic' in destination) || !(stream_wildcard || topic_wildcard)) return;
  const { stream_id, recipient_id, topic } = destination;
  const calls_channel = stream_wildcard && (await hasMoreSubscribersThan(db, stream_id, MANY));
  const calls_topic =
    topic_wildcard && (await findParticipants(db, recipient_id, topic)).add(sender.user_id).size > MANY;
  if (!calls_channel && !calls_topic) return;
  if (await mayInOrganization(db, sender, 'can_mention_many_users_group')) return;
  if (calls_channel)
    throw ChannelWildcardNotAllowed('You do not have permission to use channel wildcard mentions in this channel.');
  throw TopicWildcardNotAllowed('You do not have permission to use topic wildcard mentions in this topic.');
}

/** The accounts among these that receive new messages at the destination. */
function findReceivers(db: Connection, destination: Destination, user_ids: readonly UserId[]): Promise<UserId[]> {
  if ('topic' in destination) return findSubscribersAmong(db, destination.stream_id, user_ids);
  const people = new Set<number>(destination.people.map(({ id }) => id));
  return Promise.resolve(user_ids.filter((user_id) => people.has(user_id)));
}

/** The receivers in mentioned groups. */
async function findReceiversInGroups(
  db: Connection,
  sender: Actor,
  destination: Destination,
  groups: RenderedContent['mentioned_groups'],
): Promise<UserId[]> {
  const { role_at_most, users } = await findPeopleOfGroups(
    db,
    groups.map(({ group_id }) => group_id),
  );
  const named = await findReceivers(db, destination, users);
  if (role_at_most === null) return named;
  if ('topic' in destination)
    return [...named, ...(await findSubscribersOfRole(db, destination.stream_id, role_at_most))];
  const ids = destination.people.map(({ id }) => id as UserId);
  const people = await findUsersById(db, sender.realm.realm_id, ids);
  return [...named, ...people.filter(({ role }) => role <= role_at_most).map(({ user_id }) => user_id)];
}

/** Call after storing the message, so that its sender counts as a participant of the topic. [MS30] */
export async function findConcerned(
  db: Connection,
  sender: Actor,
  destination: Destination,
  { mentioned_users, mentioned_groups, alert_word_user_ids, topic_wildcard }: RenderedContent,
): Promise<Concerned> {
  const wanted = new Map<UserId, number>();
  const add = (into: Map<UserId, number>, user_ids: Iterable<UserId>, flag: number) => {
    for (const user_id of user_ids) into.set(user_id, (into.get(user_id) ?? 0) | flag);
  };
  add(
    wanted,
    mentioned_users.map(({ user_id }) => user_id),
    FLAG.mentioned,
  );
  add(wanted, alert_word_user_ids as UserId[], FLAG.has_alert_word);
  if (topic_wildcard && 'topic' in destination)
    add(wanted, await findParticipants(db, destination.recipient_id, destination.topic), FLAG.topic_wildcard_mentioned);
  if (wanted.size === 0 && mentioned_groups.length === 0) return NOBODY;
  const flags = new Map<UserId, number>();
  for (const user_id of await findReceivers(db, destination, [...wanted.keys()]))
    add(flags, [user_id], wanted.get(user_id)!);
  if (mentioned_groups.length > 0)
    add(flags, await findReceiversInGroups(db, sender, destination, mentioned_groups), FLAG.mentioned);
  const is_public = 'topic' in destination && destination.is_public;
  const called_bots = mentioned_users
    .filter(({ user_id, bot_type }) => is_public && bot_type === GENERIC_BOT && !flags.has(user_id))
    .filter((bot) => !isGuest(bot))
    .map(({ user_id }) => user_id);
  return { flags, called_bots };
}
