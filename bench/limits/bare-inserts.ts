// Limit for P12: the rows of a real send, inserted into the real tables of a PostgreSQL by bare `pg`. No server, no validation.
import pg from 'pg';
import { LOG_STEP } from '../../packages/server/src/kit/write/log-entry.ts';

type Row = Record<string, unknown>;

/** Tables that a send appends to, in order. `assertSameRows` proves that the list is complete. */
const APPENDED = ['messages', 'message_search', 'events'] as const;

async function connected(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  return client;
}

export type RowCounts = Record<string, number>;

export async function countRows(database: string): Promise<RowCounts> {
  const client = await connected(database);
  const { rows } = await client.query(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const counts: RowCounts = {};
  for (const { name } of rows)
    counts[name] = Number((await client.query(`select count(*) as n from "${name}"`)).rows[0].n);
  // Entries that no queue wants leave the log meanwhile, so its length is taken from its position.
  const { rows: logs } = await client.query('select sum(last_event_id) as position from realms');
  counts.events = Number(logs[0].position) / LOG_STEP;
  await client.end();
  return counts;
}

/** A limit that writes less than the server would mislead. */
export function assertSameRows(before: RowCounts, after: RowCounts, sends: number): void {
  for (const [table, count] of Object.entries(after)) {
    const grew = count - (before[table] ?? 0);
    const expected = (APPENDED as readonly string[]).includes(table) ? sends : 0;
    if (grew !== expected)
      throw new Error(
        `${sends} sends added ${grew} rows to ${table}; the bare inserts would add ${expected}: teach them`,
      );
  }
}

export class BareInserts {
  private constructor(
    private readonly client: pg.Client,
    private readonly message: Row,
    private readonly words: unknown,
    private readonly event: Row,
  ) {}

  /** Runs in a copy of an unused database, and repeats its newest send. */
  static async copyOf(database: string): Promise<BareInserts> {
    const at = (name: string) => new URL(`/${name}`, database).href;
    const admin = await connected(at('template1'));
    await admin.query(`create database bare template ${new URL(database).pathname.slice(1)}`);
    await admin.end();
    const client = await connected(at('bare'));
    const first = async (sql: string) => (await client.query(sql)).rows[0] as Row;
    const message = await first('select * from messages order by id desc limit 1');
    const { words } = await first(`select words from message_search where message_id = ${message.id}`);
    const event = await first("select * from events where type = 'message' order by id desc limit 1");
    return new BareInserts(client, message, words, event);
  }

  private insert(table: string, row: Row): Promise<unknown> {
    const names = Object.keys(row);
    const places = names.map((_, n) => `$${n + 1}`);
    return this.client.query({
      name: table,
      text: `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      values: Object.values(row),
    });
  }

  private async commit(sends: number): Promise<void> {
    const { client, message, event } = this;
    await client.query('begin');
    // One writer at a time, as an ordered log requires.
    const locked = await client.query('select last_event_id from realms where realm_id = $1 for update', [
      event.realm_id,
    ]);
    let position = Number(locked.rows[0].last_event_id);
    for (let n = 0; n < sends; n++) {
      const id = Number(message.id) + 1;
      message.id = id;
      position += LOG_STEP;
      await this.insert('messages', message);
      await this.insert('message_search', { message_id: id, words: this.words });
      await this.insert('events', { ...event, id: position });
    }
    await client.query('update realms set last_event_id = $1 where realm_id = $2', [position, event.realm_id]);
    await client.query('commit');
  }

  /** Messages per second in groups of `group`. */
  async perSecond(seconds: number, group: number): Promise<number> {
    const started = performance.now();
    let sent = 0;
    while (performance.now() - started < seconds * 1000) {
      await this.commit(group);
      sent += group;
    }
    return sent / ((performance.now() - started) / 1000);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
