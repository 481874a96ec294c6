// Limit for P1 and P2: the rows of a real send, written to a copy of the real store by a bare bun:sqlite loop.
// No server, no validation, no events delivered: what the disk and the schema allow.
import { Database, type SQLQueryBindings } from 'bun:sqlite';
import { entryOf, type Indexed } from '../../packages/server/src/conversation/search/full-text.rules.ts';

type Row = Record<string, SQLQueryBindings>;

/** Tables that a send appends to. `assertSameRows` proves that the list is complete. */
const APPENDED = ['messages', 'message_search', 'events'] as const;
/** Tables inside the word index are internal to the engine. */
const PARTS_OF_INDEX = /^message_search_/;
/** The distance of log positions, taken from the store, so that the ids are realistic. */
const FALLBACK_STEP = 1000;

function tables(database: Database): string[] {
  const rows = database
    .query("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .all() as { name: string }[];
  return rows.map((row) => row.name).filter((name) => !PARTS_OF_INDEX.test(name));
}

export type RowCounts = Record<string, number>;

export function countRows(file: string): RowCounts {
  const database = new Database(file, { readonly: true });
  const count = (name: string) => (database.query(`select count(*) as n from "${name}"`).get() as { n: number }).n;
  const counts = Object.fromEntries(tables(database).map((name) => [name, count(name)]));
  database.close();
  return counts;
}

/**
 * A limit that writes less than the server would mislead: every table that grew by `sends` real sends must be listed, once
 * per send.
 */
export function assertSameRows(before: RowCounts, after: RowCounts, sends: number): void {
  for (const [table, count] of Object.entries(after)) {
    const grew = count - (before[table] ?? 0);
    const expected = (APPENDED as readonly string[]).includes(table) ? sends : 0;
    if (grew !== expected) {
      throw new Error(`${sends} sends added ${grew} rows to ${table}; the bare loop would add ${expected}: teach it`);
    }
  }
}

export class BareCommits {
  private readonly write: (rows: number) => void;
  private constructor(private readonly database: Database) {
    const message = database.query('select * from messages order by id desc limit 1').get() as Row & Indexed;
    const event = database.query("select * from events where type = 'message' order by id desc limit 1").get() as Row;
    const previous = database.query('select max(id) as id from events where id < ?').get(event.id as number) as Row;
    const step = typeof previous.id === 'number' ? (event.id as number) - previous.id : FALLBACK_STEP;
    let messageId = message.id as number;
    let eventId = (database.query('select max(id) as id from events').get() as { id: number }).id;

    const insert = (table: string, row: Row) => {
      const names = Object.keys(row);
      return database.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `?${n + 1}`).join(', ')})`,
      );
    };
    const addMessage = insert('messages', message);
    const addEvent = insert('events', event);
    const addWords = database.prepare('insert into message_search (rowid, words) values (?1, ?2)');
    const words = entryOf('sqlite', message);
    const moveLog = database.prepare('update realms set last_event_id = ?1 where realm_id = ?2');
    this.write = (rows) => {
      for (let n = 0; n < rows; n++) {
        addMessage.run(...Object.values({ ...message, id: ++messageId }));
        addWords.run(messageId, words);
        eventId += step;
        addEvent.run(...Object.values({ ...event, id: eventId }));
      }
      moveLog.run(eventId, event.realm_id as number);
    };
  }

  /** `sourceFile` may be in use by a server; the copy is a consistent snapshot of it. */
  static copyOf(sourceFile: string, copyFile: string): BareCommits {
    const source = new Database(sourceFile, { readonly: true });
    source.exec(`vacuum into '${copyFile.replaceAll("'", "''")}'`);
    source.close();
    const database = new Database(copyFile);
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000');
    const mode = database.query('pragma synchronous').get() as { synchronous: number };
    if (mode.synchronous !== 2) throw new Error('the limit must be as durable as the server');
    return new BareCommits(database);
  }

  private commit(rows: number): void {
    this.database.exec('begin immediate');
    this.write(rows);
    this.database.exec('commit');
  }

  /** Messages per second in groups of `group`. */
  perSecond(seconds: number, group: number): number {
    const started = performance.now();
    let sent = 0;
    while (performance.now() - started < seconds * 1000) {
      this.commit(group);
      sent += group;
    }
    return sent / ((performance.now() - started) / 1000);
  }

  /** Milliseconds of each of `count` commits of one message. */
  singleCommits(count: number): number[] {
    return Array.from({ length: count }, () => {
      const started = performance.now();
      this.commit(1);
      return performance.now() - started;
    });
  }

  close(): void {
    this.database.close();
  }
}
