// Who may start topics and direct conversations. Throws for those who may not.

import { EMPTY_TOPIC_DISPLAY_NAME, type RecipientId, Refused, topicKey } from '@stoa/contract';
import { belongsTo, findHoldersAmong } from '../../identity/membership/membership.queries.ts';
import {
  findHeldPermissions,
  getRealmPermissions,
  getRealmSettings,
} from '../../identity/realm/realm-settings.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';

/** The policy on the empty topic: the channel's, or the organization's. */
export async function findTopicsPolicy(
  db: Connection,
  { topics_policy, realm_id }: Pick<ChannelRow, 'topics_policy' | 'realm_id'>,
): Promise<string> {
  return topics_policy === 'inherit' ? (await getRealmSettings(db, realm_id)).topics_policy : topics_policy;
}

/**
 * Throws unless the actor may write in the topic: by the policy on the empty topic, the channel's or the organization's, and by who may
 * start topics. [MS5] [MS20]
 */
export async function checkTopicAllowed(
  db: Connection,
  actor: Actor,
  channel: ChannelRow,
  topic: string,
): Promise<void> {
  const policy = topic === '' ? await findTopicsPolicy(db, channel) : channel.topics_policy;
  if (policy === 'disable_empty_topic' && topic === '')
    throw Refused('topic_needed', { topic: EMPTY_TOPIC_DISPLAY_NAME });
  if (policy === 'empty_topic_only' && topic !== '')
    throw Refused('topic_only_general', { topic: EMPTY_TOPIC_DISPLAY_NAME });
  const may_begin = await belongsTo(db, actor, channel.can_create_topic_group);
  if (!may_begin && !(await hasTopic(db, channel.recipient_id, topicKey(topic))))
    throw Refused('topic_start_forbidden');
}

/** Whether a recipient has any messages in a topic, readable or not. */
export async function hasTopic(db: Connection, recipient_id: RecipientId, topic_key: string): Promise<boolean> {
  const any = await db.get(
    sql`select 1 as found from messages where recipient_id = ${recipient_id} and topic_key = ${topic_key} limit 1`,
  );
  return any !== null;
}

/**
 * Throws unless the organization lets these people write to each other. [MS21] [MS22] Conversations only with bots or
 * oneself need no permission.
 */
export async function checkDirect(
  db: Connection,
  actor: Actor,
  recipient_id: RecipientId,
  people: readonly UserRow[],
): Promise<void> {
  if (people.filter((person) => !person.is_bot).length <= 1) return;
  const held = await findHeldPermissions(db, actor, [
    'direct_message_permission_group',
    'direct_message_initiator_group',
  ]);
  if (!held.has('direct_message_permission_group')) {
    const { direct_message_permission_group } = await getRealmPermissions(db, actor.realm.realm_id);
    const holders = await findHoldersAmong(db, direct_message_permission_group, people);
    if (holders.length === 0) throw Refused('direct_unauthorized');
  }
  if (held.has('direct_message_initiator_group')) return;
  const first_message = await db.get(sql`select 1 as found from messages where recipient_id = ${recipient_id} limit 1`);
  if (!first_message) throw Refused('direct_forbidden');
}
