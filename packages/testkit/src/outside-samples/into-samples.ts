// Imports real archives into an organization that has people and messages, looks at what its people can read, and takes the import
// back: then everything must be as it was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stoa } from '../../../server/src/cli/stoa-process.ts';
import type { Connection } from '../../../server/src/kit/database/connection.ts';
import { openReadOnly } from '../../../server/src/kit/database/open.ts';
import { sql } from '../../../server/src/kit/database/sql.ts';

const HOST = '127.0.0.1:8123';
/** What is wrong with each title; null for nothing. */
type Outcomes = readonly (readonly [what: string, wrong: string | null])[];

interface Report {
  readonly counts: Readonly<Record<string, { readonly imported: number }>>;
}

export async function tryInto(format: string, file: string, directory: string): Promise<Outcomes> {
  const data = join(directory, 'into');
  const at = ['--data', data];
  const run = async (words: readonly string[]): Promise<string | null> => {
    const { code, stdout, stderr } = await stoa(words);
    return code === 0 ? null : stderr || stdout;
  };
  const owner = ['--email', 'owner@samples.example', '--name', 'Owner'];
  const words = ['init', ...at, '--org', 'Here', '--url', `http://${HOST}`, ...owner];
  const made = await run(words);
  if (made !== null) return [['into: an organization', made]];
  const before = await looked(data, numbersOf);
  const report = join(directory, 'into.json');
  const id_map = join(directory, 'into.jsonl');
  const wrong = await run(['import', format, file, ...at, '--into', HOST, '--report', report, '--id-map', id_map]);
  if (wrong !== null) return [['into: import', wrong]];
  const { counts } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return [
    ['into: import', null],
    ['into: check', await run(['check', ...at])],
    ['into: counts', wrongCounts(counts, readFileSync(id_map, 'utf8'))],
    // Times of the reference server need not rise with its ids.
    ['into: order', format === 'zulip' ? null : await looked(data, disorder)],
    ['into: private channels', await looked(data, strangers)],
    ['into: undo', await run(['organization', 'undo-import', HOST, ...at])],
    ['into: check after the undo', await run(['check', ...at])],
    ['into: as before', difference(before, await looked(data, numbersOf))],
  ];
}

async function looked<T>(data: string, look: (db: Connection) => Promise<T>): Promise<T> {
  const store = await openReadOnly({ data, database: null });
  try {
    return await look(store.db);
  } finally {
    await store.close();
  }
}

async function numbersOf(db: Connection): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const table of ['users', 'channels', 'messages', 'attachments', 'realm_emoji', 'user_groups', 'reactions']) {
    const row = await db.get<{ n: number }>(sql`select count(*) as n from ${sql.raw(table)}`);
    numbers.set(table, row!.n);
  }
  return numbers;
}

const difference = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string | null =>
  [...before]
    .flatMap(([table, n]) => (after.get(table) === n ? [] : [`${table}: ${n} became ${after.get(table)}`]))
    .join('; ') || null;

/** Each record of the plan has become one here. */
function wrongCounts(counts: Report['counts'], ids: string): string | null {
  for (const kind of ['users', 'messages'] as const) {
    const made = ids.split('\n').filter((line) => line.includes(`"kind":"${kind}"`)).length;
    const { imported } = counts[kind]!;
    if (made !== imported) return `${made} ${kind} came, not ${imported}`;
  }
  return null;
}

/** Messages of a conversation are in the order of their times as far as their archive is. */
async function disorder(db: Connection): Promise<string | null> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from (select timestamp - lag(timestamp) over (partition by recipient_id order by id) as step
       from messages where client = 'import') steps where step < -86400`,
  );
  return row!.n === 0 ? null : `${row!.n} messages are a day older than the one before`;
}

/** Nobody who was here before is in a private channel of the import. */
async function strangers(db: Connection): Promise<string | null> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from subscriptions join channels using (stream_id) join users using (user_id)
       where invite_only and subscriptions.active and email = 'owner@samples.example'`,
  );
  return row!.n === 0 ? null : `the owner is in ${row!.n} private channels of the archive`;
}
