// Every read of custom emoji.

import type { CustomEmoji, RealmId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface EmojiRow {
  readonly emoji_id: number;
  readonly name: string;
  readonly author_id: UserId | null;
  readonly file_key: string;
  readonly still_key: string | null;
  readonly deactivated: boolean;
}
const COLUMNS = 'emoji_id, name, author_id, file_key, still_key, deactivated';

/** Keys of public pictures have a prefix that their addresses lack. */
const urlOf = (key: string): string => `/user_avatars/${key.slice('avatars/'.length)}`;

export function presentEmoji(row: EmojiRow): CustomEmoji {
  return {
    id: String(row.emoji_id),
    name: row.name,
    source_url: urlOf(row.file_key),
    still_url: row.still_key === null ? null : urlOf(row.still_key),
    deactivated: row.deactivated,
    author_id: row.author_id,
  };
}

/** All custom emoji by id, deactivated ones included: old messages and reactions still show them. */
export async function findEmoji(db: Connection, realm_id: RealmId): Promise<Record<string, CustomEmoji>> {
  const rows = await db.all<EmojiRow>(
    sql`select ${sql.raw(COLUMNS)} from realm_emoji where realm_id = ${realm_id} order by emoji_id`,
  );
  return Object.fromEntries(rows.map((row) => [String(row.emoji_id), presentEmoji(row)]));
}

/** Active emoji, all or those with these names: what rendering needs of them, by name. */
export async function findRealmEmoji(
  db: Connection,
  realm_id: RealmId,
): Promise<ReadonlyMap<string, { id: string; source_url: string }>> {
  const rows = await db.all<EmojiRow>(
    sql`select ${sql.raw(COLUMNS)} from realm_emoji where realm_id = ${realm_id} and not deactivated order by emoji_id`,
  );
  return new Map(rows.map((row) => [row.name, { id: String(row.emoji_id), source_url: urlOf(row.file_key) }]));
}

/** The active emoji with this name. */
export function findEmojiByName(db: Connection, realm_id: RealmId, name: string): Promise<EmojiRow | null> {
  return db.get<EmojiRow>(
    sql`select ${sql.raw(COLUMNS)} from realm_emoji where realm_id = ${realm_id} and name = ${name} and not deactivated`,
  );
}

async function findEmojiById(db: Connection, realm_id: RealmId, id: string): Promise<EmojiRow | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  return db.get<EmojiRow>(
    sql`select ${sql.raw(COLUMNS)} from realm_emoji where realm_id = ${realm_id} and emoji_id = ${Number(id)}`,
  );
}

/** Emoji that a name or an id may mean, deactivated ones included. */
export async function findRequestedEmoji(
  db: Connection,
  realm_id: RealmId,
  { emoji_name, emoji_code, reaction_type }: { emoji_name?: string; emoji_code?: string; reaction_type?: string },
): Promise<EmojiRow[]> {
  const found: EmojiRow[] = [];
  if (emoji_code === undefined && emoji_name !== undefined) {
    const named = await findEmojiByName(db, realm_id, emoji_name);
    if (named) found.push(named);
  }
  if (emoji_code !== undefined && reaction_type === 'realm_emoji') {
    const row = await findEmojiById(db, realm_id, emoji_code);
    if (row) found.push(row);
  }
  return found;
}

/** The files of all organizations, deactivated ones included. */
export async function findEmojiFiles(db: Connection): Promise<string[]> {
  const rows = await db.all<Pick<EmojiRow, 'file_key' | 'still_key'>>(sql`select file_key, still_key from realm_emoji`);
  return rows.flatMap(({ file_key, still_key }) => (still_key === null ? [file_key] : [file_key, still_key]));
}
