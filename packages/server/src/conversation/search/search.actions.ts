// Keeps the word index equal to the messages, in the transaction that changes them. Deleted messages leave it by
// themselves.

import type { MessageId, RealmId } from '@stoa/contract';
import { batchesOf, batchesOfPowers } from '../../kit/database/batches.ts';
import type { Store, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { entryOf, type Indexed } from './full-text.rules.ts';

/**
 * Indexes a message just stored, together with those that share its commit: SQLite writes an index segment per savepoint, and
 * on PostgreSQL each statement is a round trip.
 */
export function indexNewMessage(
  { defer }: Pick<WriteContext, 'defer'>,
  id: MessageId,
  message: Indexed,
): Promise<void> {
  return defer(indexMessages, { ...message, id });
}

type IndexedRow = Indexed & { readonly id: MessageId };
const COLUMNS = 'id, realm_id, recipient_id, sender_id, subject, topic_key, rendered_content';

/** As `message_search` has it. */
interface IndexEntry {
  readonly id: MessageId;
  readonly words: string;
}

export async function indexMessages(tx: Transaction, messages: readonly IndexedRow[]): Promise<void> {
  const entries: IndexEntry[] = [];
  // A long message full of highlighted code takes 20 ms, and a commit may have a hundred. [HT911]
  const slice = new TimeSlice();
  for (const message of messages) {
    entries.push({ id: message.id, words: entryOf(tx.engine, message) });
    await slice.yieldIfUsed();
  }
  await insertEntries(tx, entries);
}

/** Indexes messages that were stored before, or earlier in this transaction. */
export async function insertEntries(tx: Transaction, entries: readonly IndexEntry[]): Promise<void> {
  for (const batch of batchesOfPowers(entries)) {
    const rows = batch.map(({ id, words }) => [id, words] as const);
    await tx.run(
      tx.engine === 'sqlite'
        ? sql`insert or replace into message_search (rowid, words) values ${sql.rows(rows)}`
        : sql`insert into message_search (message_id, words) values ${sql.rows(rows)}
            on conflict (message_id) do update set words = excluded.words`,
    );
  }
}

/** Reindexes messages after a change of content, topic or channel. [SE7] */
export async function indexMessagesAgain(tx: Transaction, ids: readonly MessageId[]): Promise<void> {
  for (const batch of batchesOf(ids)) {
    const rows = await tx.all<IndexedRow>(
      sql`select ${sql.raw(COLUMNS)} from messages where id in (${sql.list(batch)})`,
    );
    await indexMessages(tx, rows);
  }
}

/** For messages that a copy of the store takes away: elsewhere the database does it by itself. */
export async function removeFromIndex(tx: Transaction, ids: readonly MessageId[]): Promise<void> {
  for (const batch of batchesOf(ids))
    await tx.run(
      tx.engine === 'sqlite'
        ? sql`delete from message_search where rowid in (${sql.list(batch)})`
        : sql`delete from message_search where message_id in (${sql.list(batch)})`,
    );
}

const MESSAGES_PER_WRITE = 200;
/** Other organizations have ids between. */
const IDS_PER_MESSAGE = 50;

/** Indexes messages from before the index existed, newest first, between other writes. [SE8] */
export class SearchBacklog {
  private stopped = false;

  constructor(
    private readonly store: Store,
    private readonly writer: Writer,
    private readonly batch_size = MESSAGES_PER_WRITE,
  ) {}

  /** Stops after the running batch; the next start continues. */
  stop(): void {
    this.stopped = true;
  }

  async run(): Promise<void> {
    const realms = await this.store.db.all<{ realm_id: RealmId }>(
      sql`select realm_id from search_backlog order by realm_id`,
    );
    for (const { realm_id } of realms) {
      let more = true;
      while (more && !this.stopped)
        more = await this.writer.write(realm_id, ({ tx }) => indexBatch(tx, realm_id, this.batch_size));
    }
  }
}

/** Indexes one batch; returns whether there is more. */
async function indexBatch(tx: Transaction, realm_id: RealmId, batch_size: number): Promise<boolean> {
  const backlog = await tx.get<{ up_to_message_id: number }>(
    sql`select up_to_message_id from search_backlog where realm_id = ${realm_id}`,
  );
  if (backlog === null) return false;
  const { up_to_message_id } = backlog;
  const after_id = up_to_message_id - IDS_PER_MESSAGE * batch_size;
  // The plus sign keeps an engine from reading all messages of the organization instead of these.
  const rows = await tx.all<IndexedRow>(
    sql`select ${sql.raw(COLUMNS)} from messages where +realm_id = ${realm_id}
       and id > ${after_id} and id <= ${up_to_message_id} order by id desc limit ${batch_size}`,
  );
  await indexMessages(tx, rows);
  const next_id = rows.length === batch_size ? rows.at(-1)!.id - 1 : after_id;
  if (next_id <= 0) await tx.run(sql`delete from search_backlog where realm_id = ${realm_id}`);
  else await tx.run(sql`update search_backlog set up_to_message_id = ${next_id} where realm_id = ${realm_id}`);
  return next_id > 0;
}
