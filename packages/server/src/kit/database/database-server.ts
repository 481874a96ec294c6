// Facts about the database server itself.
import type { Connection } from './connection.ts';
import { sql } from './sql.ts';

export interface DatabaseServer {
  /** Such as `16.4` or `3.45.1`. */
  readonly version: string;
  /** Its clock, in milliseconds since 1970; null for the embedded database, which has this machine's. */
  readonly now_ms: number | null;
  /** How long one query took. */
  readonly took_ms: number;
}

export async function serverOf(db: Connection): Promise<DatabaseServer> {
  // The first query may open a connection.
  const { version } = (await db.get<{ version: string }>(
    db.engine === 'postgres'
      ? sql`select current_setting('server_version') as version`
      : sql`select sqlite_version() as version`,
  ))!;
  const began_at = performance.now();
  const clock = db.engine === 'postgres' ? sql`extract(epoch from clock_timestamp()) * 1000` : sql`null`;
  const row = await db.get<{ now_ms: string | number | null }>(sql`select ${clock} as now_ms`);
  const now_ms = row!.now_ms === null ? null : Number(row!.now_ms);
  return { version, now_ms, took_ms: performance.now() - began_at };
}
