// A private PostgreSQL for one row, with durable commits if the row needs them.
import { chmodSync } from 'node:fs';
import { SQL } from 'bun';
import { type Cluster, startCluster, whyNoCluster } from '../../scripts/postgres-cluster.mjs';
import { archiveText, MODELS } from './archive.ts';
import { scratch } from './directories.ts';

/** What an operator gives a machine of this size. */
const SETTINGS = ['shared_buffers=512MB', 'effective_cache_size=4GB', 'work_mem=16MB', 'maintenance_work_mem=1GB'];
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];
const PER_STATEMENT = 1000;
const INDEX = 'message_search_words';

export { whyNoCluster };

/** `durable`: commits wait for the disk; otherwise for rows that only read. */
export function startPostgres({ durable = false } = {}): Promise<Cluster> {
  const parent = scratch('postgres');
  // PostgreSQL may run as another user, who must be able to reach its directory.
  chmodSync(parent, 0o711);
  const settings = [...SETTINGS, 'max_wal_size=8GB', ...(durable ? DURABLE : [])];
  return startCluster({ parent, settings, detached: false });
}

/**
 * Fills a stopped store up to this number of messages, with the rows the server would write. Rebuilds the word index at
 * the end, because inserting row by row would take most of an hour.
 */
export async function fillPostgresArchive(database: string, messages: number): Promise<{ readonly common: string }> {
  const sql = new SQL({ url: database, max: 1 });
  const text = archiveText('postgres');
  const models: Record<string, string | number>[] = await sql
    .unsafe(`select to_jsonb(m) as row from (${MODELS}) m`)
    .then((rows: { row: Record<string, string | number> }[]) => rows.map(({ row }) => row));
  const [{ id: newest }] = await sql.unsafe('select max(id) as id from messages');
  const [{ made }] = await sql.unsafe(`select pg_get_indexdef('${INDEX}'::regclass) as made`);
  await sql.unsafe(`drop index ${INDEX}`);
  // The rows are copies of checked rows, and no trigger concerns new messages.
  await sql.unsafe('set session_replication_role = replica');
  let rows: object[] = [];
  let words: object[] = [];
  const flush = async () => {
    await sql.unsafe('insert into messages select * from jsonb_populate_recordset(null::messages, $1::text::jsonb)', [
      JSON.stringify(rows),
    ]);
    await sql.unsafe(
      'insert into message_search select * from jsonb_populate_recordset(null::message_search, $1::text::jsonb)',
      [JSON.stringify(words)],
    );
    rows = [];
    words = [];
  };
  for (const archived of text.messages(models, Number(newest) + 1, messages)) {
    rows.push(archived.row);
    words.push({ message_id: archived.id, words: archived.words });
    if (rows.length === PER_STATEMENT) await flush();
  }
  await flush();
  await sql.unsafe(made);
  await sql.unsafe("select setval(pg_get_serial_sequence('messages', 'id'), (select max(id) from messages))");
  await sql.unsafe('vacuum analyze');
  await sql.close();
  return { common: text.common };
}

export async function bytesOfDatabase(database: string): Promise<number> {
  const sql = new SQL({ url: database, max: 1 });
  const [{ bytes }] = await sql.unsafe('select pg_database_size(current_database()) as bytes');
  await sql.close();
  return Number(bytes);
}
