// What messages that wait for their commit on PostgreSQL look up together, before the first of them is stored: ids, and what storing them
// depends on. Then none waits for the response to its own insert. [MS61]
import type { ChannelId, MessageId, RecipientId } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import { batchesOfPowers } from '../../kit/database/batches.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { findOnce, forgetRows, knownOnce, type Lookup } from '../../kit/database/read-once.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import { topicKey } from '../message-rules/topics.rules.ts';
import { asksTopicState, type TopicPolicyState, topicStateOfSender } from '../user-topics/automatic.actions.ts';

/** What storing a message depends on, as it is within its transaction. */
export interface StoringFacts extends Partial<TopicPolicyState> {
  /** Of the render dictionary. */
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
/** Of direct messages, which one does not matter. */
type Place = ChannelPlace | { readonly people: unknown };

interface Sending {
  readonly sender: Actor;
  readonly place: Place;
}

/** {@link StoringFacts} as columns. `id`: the message's own, which is not an earlier one. */
export function factColumns({ sender, place }: Sending, id: Fragment): Fragment {
  const { realm_id } = sender.realm;
  return sql`(select render_dictionary_stamp from realms where realms.realm_id = ${realm_id}) as stamp,
    (select limits_guests from realms where realms.realm_id = ${realm_id}) as limits_guests,
    exists (select 1 from muted_users where muted_user_id = ${sender.user_id}) as is_muted
    ${'topic' in place ? topicStateOfSender(sender, place, id) : sql.nothing}`;
}

const NO_ID = sql.raw(0);
/** Each adds many hundred characters to the statement. */
const PER_STATEMENT = 8;

const storing_facts: Lookup<Sending, StoringFacts> = {
  nameOf: ({ sender: { user_id, revision }, place }) =>
    `${user_id} ${revision} ${'topic' in place ? `${place.recipient_id} ${topicKey(place.topic)}` : ''}`,
  async findOne(db, sending) {
    return (await db.get<StoringFacts>(sql`select ${factColumns(sending, NO_ID)}`))!;
  },
  async findAll(db, sendings) {
    const facts = new Map<Sending, StoringFacts>();
    const asksState = ({ sender, place }: Sending) => 'topic' in place && asksTopicState(sender, place);
    // Statements of one kind only, so that they have few texts.
    const [with_state, without] = [sendings.filter(asksState), sendings.filter((sending) => !asksState(sending))];
    const batches = [...batchesOfPowers(with_state, PER_STATEMENT), ...batchesOfPowers(without, PER_STATEMENT)];
    await Promise.all(
      batches.map(async (batch) => {
        const parts = batch.map((sending, n) => sql`select ${sql.raw(n)} as n, ${factColumns(sending, NO_ID)}`);
        const rows = await db.all<StoringFacts & { n: number }>(sql`${sql.join(parts, ' union all ')} order by n`);
        for (const [at, sending] of batch.entries()) facts.set(sending, rows[at]!);
      }),
    );
    return sendings.map((sending) => facts.get(sending)!);
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

/** What was looked up ahead, if it still holds. */
export function knownFacts(tx: Transaction, sending: Sending): Promise<StoringFacts> | null {
  return knownOnce(tx, storing_facts, sending);
}

/** A write has changed what was looked up for this topic. */
export function forgetFacts(tx: Transaction, place: Place): void {
  if (!('topic' in place)) return;
  const key = topicKey(place.topic);
  forgetRows(
    tx,
    storing_facts,
    ({ place: other }) =>
      'topic' in other && other.recipient_id === place.recipient_id && topicKey(other.topic) === key,
  );
}
