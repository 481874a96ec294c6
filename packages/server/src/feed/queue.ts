// An event queue: a filter and a cursor over the event log, a row in the store. Never holds events.

import type { EventId, RealmId, UserId } from '@stoa/contract';
import { getOrSet } from '../kit/collections/get-or-set.ts';
import { batchesOf } from '../kit/database/batches.ts';
import type { Connection, Transaction } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import { accountsOf } from '../kit/limits/account-use.ts';

/** The options a client registered with. Spec 4.22. */
export interface QueueOptions {
  /** Null means every type. */
  readonly event_types: readonly string[] | null;
  readonly narrow: readonly (readonly [string, string])[];
  readonly all_public_streams: boolean;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  /** The capabilities declared true. */
  readonly capabilities: readonly string[];
  /** Registered by an access token: it receives no secrets. Absent otherwise. [TK8] */
  readonly by_token?: true;
}

export interface QueueRow {
  readonly queue_id: string;
  readonly realm_id: RealmId;
  readonly user_id: UserId;
  /** The session that registered it; null for an API key. */
  readonly session_id: number | null;
  /** The access token that registered it; null for another credential. */
  readonly token_id: number | null;
  readonly options: QueueOptions;
  /** The log position at registration; the queue receives only later entries. */
  readonly first_event_id: EventId;
  /** The newest event the client has acknowledged. */
  readonly last_event_id: EventId;
  /** Milliseconds since 1970, by the clock of the node that served it. */
  readonly last_active_at: number;
  /** The uptime of the nodes then. */
  readonly active_uptime_ms: number;
  readonly idle_queue_timeout_secs: number;
}

type StoredQueue = Omit<QueueRow, 'options'> & { options: string };

/** The part of a queue that most queues of an organization have in common. There are few, and they are shared. */
export type QueueTerms = Pick<QueueRow, 'realm_id' | 'token_id' | 'options' | 'idle_queue_timeout_secs'>;

/** Objects by their JSON text, so that equal ones are one. */
class SharedValues<Value> {
  private readonly values = new Map<string, Value>();

  of(text: string, make: () => Value): Value {
    if (this.values.size >= VALUES_SHARED && !this.values.has(text)) this.values.clear();
    return getOrSet(this.values, text, make);
  }
}

const VALUES_SHARED = 200;
const shared_options = new SharedValues<QueueOptions>();
const shared_terms = new SharedValues<QueueTerms>();

const parseOptions = (text: string) => shared_options.of(text, () => JSON.parse(text) as QueueOptions);

export function termsOf({ realm_id, token_id, options, idle_queue_timeout_secs }: QueueTerms): QueueTerms {
  const terms = { realm_id, token_id, options, idle_queue_timeout_secs };
  return shared_terms.of(JSON.stringify(terms), () => terms);
}

/** Null also for one whose token is gone: it may have been registered while the token was revoked. [TK8] */
export async function findQueue(db: Connection, queue_id: string): Promise<QueueRow | null> {
  const row = await db.get<StoredQueue>(
    sql`select * from event_queues where queue_id = ${queue_id} and (token_id is null
       or exists (select 1 from access_tokens where access_tokens.token_id = event_queues.token_id))`,
  );
  return row && { ...row, options: parseOptions(row.options) };
}

export async function insertQueue(tx: Transaction, queue: QueueRow): Promise<void> {
  await tx.run(
    sql`insert into event_queues (queue_id, realm_id, user_id, options, first_event_id, last_event_id, last_active_at, active_uptime_ms, idle_queue_timeout_secs, session_id, token_id)
     values (${queue.queue_id}, ${queue.realm_id}, ${queue.user_id}, ${JSON.stringify(queue.options)}, ${queue.first_event_id}, ${queue.last_event_id}, ${queue.last_active_at}, ${queue.active_uptime_ms}, ${queue.idle_queue_timeout_secs}, ${queue.session_id}, ${queue.token_id})`,
  );
}

/** Removes all queues of an account, or one of them; returns how many. */
export function removeQueues(tx: Transaction, user_id: UserId, queue_id: string | null = null): Promise<number> {
  return queue_id === null
    ? tx.run(sql`delete from event_queues where user_id = ${user_id}`)
    : tx.run(sql`delete from event_queues where user_id = ${user_id} and queue_id = ${queue_id}`);
}

/** Removes all queues of many accounts, in few statements: the organization waits meanwhile. */
export async function removeQueuesOfAll(tx: Pick<Transaction, 'run'>, user_ids: readonly UserId[]): Promise<void> {
  for (const batch of batchesOf(user_ids))
    await tx.run(sql`delete from event_queues where user_id in (${sql.list(batch)})`);
}

/** Every client of the organization registers again. */
export function endAllQueues({ tx }: { readonly tx: Transaction }, realm_id: RealmId): Promise<number> {
  return tx.run(sql`delete from event_queues where realm_id = ${realm_id}`);
}

/** A person's queues and those of all their bots. [EV24] */
const isOf = (owner_id: UserId) => sql`user_id in (${accountsOf(owner_id)})`;

export async function countQueues(db: Connection, owner_id: UserId): Promise<number> {
  const row = await db.get<{ count: number }>(sql`select count(*) as count from event_queues where ${isOf(owner_id)}`);
  return row!.count;
}

/** Keeps only the most recently polled queues of a person and their bots; returns the owners of removed ones. */
export async function removeOldestQueues(tx: Transaction, owner_id: UserId, keep_count: number): Promise<UserId[]> {
  const rows = await tx.all<{ user_id: UserId }>(
    sql`delete from event_queues where ${isOf(owner_id)} and queue_id not in (
       select queue_id from event_queues where ${isOf(owner_id)} order by active_uptime_ms desc, last_active_at desc, first_event_id desc limit ${keep_count})
     returning user_id`,
  );
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Removes the queues registered with the account's API key, and by its tokens, which end with the key. */
export function removeQueuesOfKey(tx: Transaction, user_id: UserId): Promise<number> {
  return tx.run(sql`delete from event_queues where user_id = ${user_id} and session_id is null`);
}

export async function removeQueuesOfSessions(tx: Transaction, session_ids: readonly number[]): Promise<void> {
  for (const session_id of session_ids) await tx.run(sql`delete from event_queues where session_id = ${session_id}`);
}

export async function removeQueuesOfTokens(tx: Transaction, token_ids: readonly number[]): Promise<void> {
  for (const token_id of token_ids) await tx.run(sql`delete from event_queues where token_id = ${token_id}`);
}

/** In one statement for any number: with many clients, a statement for each would take longer than everything else they do. */
export async function saveProgress(
  tx: Transaction,
  progress: readonly Pick<QueueRow, 'queue_id' | 'last_event_id' | 'last_active_at' | 'active_uptime_ms'>[],
): Promise<void> {
  const rows = progress.map(({ queue_id, last_event_id, last_active_at, active_uptime_ms }) => [
    queue_id,
    last_event_id,
    last_active_at,
    active_uptime_ms,
  ]);
  const json = sql`${JSON.stringify(rows)}`;
  const given = sql.byEngine({
    sqlite: sql`select value ->> 0 as queue_id, value ->> 1 as last_event_id, value ->> 2 as last_active_at,
      value ->> 3 as active_uptime_ms from json_each(${json})`,
    postgres: sql`select value ->> 0 as queue_id, cast(value ->> 1 as bigint) as last_event_id, cast(value ->> 2 as bigint) as last_active_at,
      cast(value ->> 3 as bigint) as active_uptime_ms
      from json_array_elements(${json}::json)`,
  });
  await tx.run(
    sql`update event_queues set last_event_id = given.last_event_id, last_active_at = given.last_active_at,
       active_uptime_ms = given.active_uptime_ms
     from (${given}) as given
     where event_queues.queue_id = given.queue_id and event_queues.active_uptime_ms <= given.active_uptime_ms`,
  );
}

/**
 * Whether a queue was idle longer than it allows, by the uptime of the nodes. Nodes of before 0077 save the time of a clock only, so that
 * must be far from now too, in whichever direction somebody has set the clock. [EV9] [EV28]
 */
export function isIdle(
  { last_active_at, active_uptime_ms, idle_queue_timeout_secs }: Omit<QueueRow, 'options'>,
  now_ms: number,
  uptime_ms: number,
): boolean {
  const limit_ms = idle_queue_timeout_secs * 1000;
  return uptime_ms - active_uptime_ms > limit_ms && Math.abs(now_ms - last_active_at) > limit_ms;
}

/** Removes those queues; returns their ids. */
export async function removeIdleQueues(tx: Transaction, now_ms: number, uptime_ms: number): Promise<string[]> {
  const rows = await tx.all<{ queue_id: string }>(
    sql`delete from event_queues where active_uptime_ms + idle_queue_timeout_secs * 1000 < ${uptime_ms}
       and abs(${now_ms} - last_active_at) > idle_queue_timeout_secs * 1000 returning queue_id`,
  );
  return rows.map((row) => row.queue_id);
}

/** Removes queues that hold back more of the event log than is kept for them; returns their ids. [EV25] */
export async function removeQueuesBehind(tx: Transaction, realm_id: RealmId, floor: EventId): Promise<string[]> {
  const rows = await tx.all<{ queue_id: string }>(
    sql`delete from event_queues where realm_id = ${realm_id} and last_event_id < ${floor} returning queue_id`,
  );
  return rows.map((row) => row.queue_id);
}
