// Every read of channel folders.

import { type ChannelFolder, type RealmId, Refused } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { nameKey } from '../../kit/text/name-characters.ts';

const COLUMNS = 'id, name, description, rendered_description, "order", date_created, creator_id, is_archived';

/** The folders of an organization in their order, archived ones included. */
export function findFolders(db: Connection, realm_id: RealmId): Promise<ChannelFolder[]> {
  return db.all<ChannelFolder>(
    sql`select ${sql.raw(COLUMNS)} from channel_folders where realm_id = ${realm_id} order by "order", id`,
  );
}

export async function getFolder(db: Connection, realm_id: RealmId, id: number): Promise<ChannelFolder> {
  const folder = await db.get<ChannelFolder>(
    sql`select ${sql.raw(COLUMNS)} from channel_folders where realm_id = ${realm_id} and id = ${id}`,
  );
  if (!folder) throw Refused('folder_unknown');
  return folder;
}

/** A folder that can take channels: one that is not archived. [FO10] */
export async function getUnarchivedFolder(db: Connection, realm_id: RealmId, id: number): Promise<ChannelFolder> {
  const folder = await getFolder(db, realm_id, id);
  if (folder.is_archived) throw Refused('folder_unknown');
  return folder;
}

/** Throws if an unarchived folder other than `but_id` has the name. [FO4] */
export async function checkNameIsFree(
  db: Connection,
  realm_id: RealmId,
  name: string,
  but_id: number | null,
): Promise<void> {
  const other = await db.get<{ id: number }>(
    sql`select id from channel_folders where realm_id = ${realm_id} and name_key = ${nameKey(name)} and not is_archived`,
  );
  if (other && other.id !== but_id) throw Refused('folder_name_taken');
}

/** Whether any channel, archived or not, is in the folder. */
export async function hasChannels(db: Connection, realm_id: RealmId, folder_id: number): Promise<boolean> {
  const channel = await db.get(
    sql`select stream_id from channels where realm_id = ${realm_id} and folder_id = ${folder_id} limit 1`,
  );
  return channel !== null;
}
