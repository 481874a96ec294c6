// Every read of saved snippets.

import { NotFound, Refused, type SavedSnippet, type UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { inOrderOf, LONG_ROWS_AT_ONCE, listText } from '../../kit/json/list-text.ts';

const COLUMNS = 'id, title, content, date_created';

export function findSnippets(db: Connection, user_id: UserId): Promise<SavedSnippet[]> {
  return db.all<SavedSnippet>(
    sql`select ${sql.raw(COLUMNS)} from saved_snippets where user_id = ${user_id} order by id`,
  );
}

/** The same as text, for clients: they may have many megabytes. [HT854] */
export function findSnippetTexts(db: Connection, user_id: UserId): Promise<JsonText> {
  const find = (after: number) =>
    db.all<SavedSnippet>(
      sql`select ${sql.raw(COLUMNS)} from saved_snippets where user_id = ${user_id} and id > ${after} order by id limit ${LONG_ROWS_AT_ONCE}`,
    );
  return listText(inOrderOf('id', find));
}

/** A snippet of the account's own; one of another account is reported as missing. [SN2] */
export async function getSnippet(db: Connection, user_id: UserId, id: number): Promise<SavedSnippet> {
  const snippet = await db.get<SavedSnippet>(
    sql`select ${sql.raw(COLUMNS)} from saved_snippets where user_id = ${user_id} and id = ${id}`,
  );
  if (!snippet) throw Refused('snippet_gone', {}, NotFound);
  return snippet;
}
