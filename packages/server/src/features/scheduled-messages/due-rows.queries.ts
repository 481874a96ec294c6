// Rows of an account that fall due: scheduled messages and reminders.

import { NotFound, Refused, type UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { LONG_ROWS_AT_ONCE } from '../../kit/json/list-text.ts';

export class DueRows<Row extends { readonly user_id: UserId }> {
  constructor(
    private readonly table: 'reminders' | 'scheduled_messages',
    private readonly missing: 'reminder_gone' | 'scheduled_gone',
  ) {}

  /** An account's rows, those that are due first at the beginning. */
  findAll(db: Connection, user_id: UserId): Promise<Row[]> {
    return db.all<Row>(
      sql`select * from ${sql.raw(this.table)} where user_id = ${user_id} order by scheduled_delivery_timestamp, id`,
    );
  }

  /** The same rows a few at a time: they may have 100 MB. [SM9] */
  async *findSome(db: Connection, user_id: UserId): AsyncGenerator<Row[], void> {
    const found = await db.all<{ id: number }>(
      sql`select id from ${sql.raw(this.table)} where user_id = ${user_id} order by scheduled_delivery_timestamp, id`,
    );
    const ids = found.map(({ id }) => id);
    for (const batch of batchesOf(ids, LONG_ROWS_AT_ONCE))
      yield await db.all<Row>(
        sql`select * from ${sql.raw(this.table)} where id in (${sql.list(batch)}) order by scheduled_delivery_timestamp, id`,
      );
  }

  find(db: Connection, id: number): Promise<Row | null> {
    return db.get<Row>(sql`select * from ${sql.raw(this.table)} where id = ${id}`);
  }

  /** A row of the account's own; one of another account is reported as missing. [RM2] [SM2] */
  async getOwn(db: Connection, user_id: UserId, id: number): Promise<Row> {
    const row = await this.find(db, id);
    if (row?.user_id !== user_id) throw Refused(this.missing, {}, NotFound);
    return row;
  }
}
