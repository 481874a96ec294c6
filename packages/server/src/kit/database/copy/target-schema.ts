// Takes from the target what would slow a copy down or act on its rows (indexes, foreign keys, triggers), and puts it back.
// Each definition is kept in the target until it is back, so a copy that was killed forgets none.
import type { Connection, Transaction } from '../connection.ts';
import { sql } from '../sql.ts';
import { dropMark, putMark, readMarks } from './copy-marks.ts';

/** Indexes come back before the last rows, links (foreign keys and triggers) after them. */
type Part = 'index' | 'link';

interface Definition {
  readonly part: Part;
  readonly drop: string;
  readonly create: string;
}

export async function dropDefinitions(tx: Transaction): Promise<void> {
  const definitions = tx.engine === 'sqlite' ? await sqliteDefinitions(tx) : await postgresDefinitions(tx);
  for (const [at, { part, drop, create }] of definitions.entries()) {
    await putMark(tx, `${part}:${String(at).padStart(5, '0')}`, create);
    await tx.run(sql`${sql.raw(drop)}`);
  }
}

/** Each in a transaction of its own, because each may take long. */
export async function restoreDefinitions(
  target: { readonly db: Connection; transaction(write: (tx: Transaction) => Promise<void>): Promise<void> },
  part: Part,
  done: (count: number, total: number) => void,
): Promise<void> {
  const marks = [...(await readMarks(target.db))].filter(([name]) => name.startsWith(`${part}:`)).sort();
  for (const [at, [name, create]] of marks.entries()) {
    await target.transaction(async (tx) => {
      await liftTimeLimits(tx);
      await tx.run(sql`${sql.raw(create)}`);
      await dropMark(tx, name);
    });
    done(at + 1, marks.length);
  }
}

/** Lifts the time limits: an index of millions of rows may take long. */
export async function liftTimeLimits(tx: Transaction): Promise<void> {
  if (tx.engine !== 'postgres') return;
  await tx.run(sql`set local statement_timeout = 0`);
  await tx.run(sql`set local lock_timeout = 0`);
  await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
}

async function sqliteDefinitions(tx: Transaction): Promise<Definition[]> {
  const rows = await tx.all<{ type: string; name: string; text: string }>(
    sql`select type, name, sql as text from sqlite_schema where type in ('index', 'trigger') and sql is not null order by type, name`,
  );
  return rows.map(({ type, name, text }) => ({
    part: type === 'index' ? 'index' : 'link',
    drop: `drop ${type} "${name}"`,
    create: text,
  }));
}

async function postgresDefinitions(tx: Transaction): Promise<Definition[]> {
  const links = await tx.all<{ owner: string; name: string; text: string; type: string }>(
    sql`select format('%I', relname) as owner, format('%I', conname) as name, pg_get_constraintdef(pg_constraint.oid) as text, contype as type
       from pg_constraint join pg_class on pg_class.oid = conrelid
       where connamespace = current_schema()::regnamespace and contype in ('f', 'u') order by contype, relname, conname`,
  );
  const indexes = await tx.all<{ name: string; text: string }>(
    sql`select format('%I', indexname) as name, indexdef as text from pg_indexes
       where schemaname = current_schema() and not exists (select 1 from pg_constraint where conname = indexname) order by indexname`,
  );
  const triggers = await tx.all<{ owner: string; name: string; text: string }>(
    sql`select format('%I', relname) as owner, format('%I', tgname) as name, pg_get_triggerdef(pg_trigger.oid) as text
       from pg_trigger join pg_class on pg_class.oid = tgrelid
       where relnamespace = current_schema()::regnamespace and not tgisinternal order by relname, tgname`,
  );
  return [
    ...links.map(({ owner, name, text, type }) => ({
      part: type === 'u' ? ('index' as const) : ('link' as const),
      drop: `alter table ${owner} drop constraint ${name}`,
      create: `alter table ${owner} add constraint ${name} ${text}`,
    })),
    ...indexes.map(({ name, text }) => ({ part: 'index' as const, drop: `drop index ${name}`, create: text })),
    ...triggers.map(({ owner, name, text }) => ({
      part: 'link' as const,
      drop: `drop trigger ${name} on ${owner}`,
      create: text,
    })),
  ];
}
