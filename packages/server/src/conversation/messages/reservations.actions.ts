// On PostgreSQL, reserves ids and reads the preconditions of all queued sends at once, before the first message is stored. Then no send
// waits for the response to its own insert. [MS61]
import { type ChannelId, type MessageId, type RecipientId, topicKey } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { findCached, findOnce, invalidateRows, type Lookup } from '../../kit/database/read-once.ts';
import { type Fragment, type Hole, sql } from '../../kit/database/sql.ts';
import { type TopicPolicyState, topicOfSender, topicStateColumns } from '../user-topics/automatic.actions.ts';

/** Preconditions of storing a message, as its transaction sees them. */
export interface StoringFacts extends Partial<TopicPolicyState> {
  /** `realms.render_dictionary_stamp`. */
  readonly stamp: number;
  readonly limits_guests: boolean | number;
  /** Whether anybody muted the sender. */
  readonly is_muted: boolean | number;
}

interface ChannelPlace {
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId;
  readonly topic: string;
}
/** Where a message goes; for direct messages, to whom does not matter. */
type Place = ChannelPlace | { readonly people: unknown };

interface Sending {
  readonly sender: Actor;
  readonly place: Place;
}

/** {@link StoringFacts} as columns. `id`: the message's own, so that it does not count as an earlier message. */
export function factColumns({ sender, place }: Sending, id: Fragment): Fragment {
  const topic = 'topic' in place ? topicOfSender(sender, place) : null;
  const columns = accountColumns(sender.realm.realm_id, sender.user_id);
  if (topic === null) return columns;
  const { user_id, stream_id, recipient_id, topic_key } = topic;
  return sql`${columns}, ${topicStateColumns(user_id, stream_id, recipient_id, topic_key, id)}`;
}

function accountColumns(realm_id: Hole, user_id: Hole): Fragment {
  return sql`(select render_dictionary_stamp from realms where realms.realm_id = ${realm_id}) as stamp,
    (select limits_guests from realms where realms.realm_id = ${realm_id}) as limits_guests,
    exists (select 1 from muted_users where muted_user_id = ${user_id}) as is_muted`;
}

const NO_ID = sql.raw(0);

const [USER, STREAM, RECIPIENT, TOPIC] = [
  sql`asked.user_id`,
  sql`asked.stream_id`,
  sql`asked.recipient_id`,
  sql`asked.topic_key`,
];
/** For one statement that reads any number of messages: planning one with parts for each took most of the time of a commit. */
const ASKED_COLUMNS = sql`${accountColumns(sql`asked.realm_id`, USER)}, ${topicStateColumns(USER, STREAM, RECIPIENT, TOPIC, NO_ID)}`;
const ASKED = sql.raw(
  'asked(n integer, realm_id bigint, user_id bigint, stream_id bigint, recipient_id bigint, topic_key text)',
);

const storing_facts: Lookup<Sending, StoringFacts> = {
  nameOf: ({ sender: { user_id, revision }, place }) =>
    `${user_id} ${revision} ${'topic' in place ? `${place.recipient_id} ${topicKey(place.topic)}` : ''}`,
  async findOne(db, sending) {
    return (await this.findAll!(db, [sending]))[0]!;
  },
  findAll(db, sendings) {
    const asked = sendings.map(({ sender, place }, n) => {
      const topic = 'topic' in place ? topicOfSender(sender, place) : null;
      return { n, realm_id: sender.realm.realm_id, user_id: sender.user_id, ...topic };
    });
    return db.all<StoringFacts>(
      sql`select ${ASKED_COLUMNS} from json_to_recordset(${JSON.stringify(asked)}::json) as ${ASKED} order by asked.n`,
    );
  },
};

/** Ids of messages to come, by request. Writes take them in order: ids are in the order of events, whichever request reserved them. */
const ids: Lookup<object, MessageId> = {
  nameOf: (request) => request,
  async findOne(db, request) {
    return (await this.findAll!(db, [request]))[0]!;
  },
  async findAll(db, requests) {
    const rows = await db.all<{ id: MessageId }>(
      sql`select nextval(pg_get_serial_sequence('messages', 'id')) as id from generate_series(1, ${requests.length}) order by 1`,
    );
    const found = rows.map(({ id }) => id);
    reserved.set(db, [...(reserved.get(db) ?? []), ...found]);
    return found;
  },
};

/** Ascending, by transaction. */
const reserved = new WeakMap<Connection, MessageId[]>();

/** `request`: an object of its own for each message. */
export async function reserveMessage(db: Connection, request: object, sending: Sending): Promise<void> {
  await Promise.all([findOnce(db, ids, request), findOnce(db, storing_facts, sending)]);
}

/** The next reserved id, if there is one. */
export function takeReservedId(tx: Transaction): MessageId | null {
  return reserved.get(tx)?.shift() ?? null;
}

/** The facts read in advance, unless a write has invalidated them. */
export function cachedFacts(tx: Transaction, sending: Sending): Promise<StoringFacts> | null {
  return findCached(tx, storing_facts, sending);
}

/** Call after a write that changes the facts of this topic. */
export function invalidateFacts(tx: Transaction, place: Place): void {
  if (!('topic' in place)) return;
  const key = topicKey(place.topic);
  invalidateRows(
    tx,
    storing_facts,
    ({ place: other }) =>
      'topic' in other && other.recipient_id === place.recipient_id && topicKey(other.topic) === key,
  );
}
