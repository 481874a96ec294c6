// Every write of channel folders. Everyone receives their events.

import {
  type ChannelFolder,
  channelFolderAdd,
  channelFolderReorder,
  channelFolderUpdate,
  type RealmId,
  Refused,
} from '@stoa/contract';
import { render } from '@stoa/markdown';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { countRows } from '../../kit/limits/caps.ts';
import { nameKey } from '../../kit/text/name-characters.ts';
import { seconds } from '../../kit/time/clock.ts';
import { changesBetween, initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { checkNameIsFree, findFolders, getFolder, hasChannels } from './folders.queries.ts';
import { checkDescription, checkName, checkOrder } from './folders.rules.ts';

/** Creates a folder at the end of the order. */
export async function createFolder(
  { tx, now, emit, caps, record }: WriteContext,
  realm: Realm,
  creator: Actor,
  fields: { name: string; description: string },
): Promise<number> {
  const name = checkName(fields.name);
  const description = checkDescription(fields.description);
  await checkNameIsFree(tx, realm.realm_id, name, null);
  caps.check('folders', await countFolders(tx, realm.realm_id));
  const last = await tx.get<{ order: number | null }>(
    sql`select max("order") as "order" from channel_folders where realm_id = ${realm.realm_id}`,
  );
  const folder: Omit<ChannelFolder, 'id'> = {
    name,
    description,
    rendered_description: render(description).html,
    order: (last?.order ?? -1) + 1,
    date_created: seconds(now),
    creator_id: creator.user_id,
    is_archived: false,
  };
  const created = await tx.get<{ id: number }>(
    sql`insert into channel_folders (realm_id, name, name_key, description, rendered_description, "order", date_created,
       creator_id, is_archived) values (${realm.realm_id}, ${name}, ${nameKey(name)}, ${description}, ${folder.rendered_description}, ${folder.order}, ${folder.date_created}, ${folder.creator_id}, false) returning id`,
  );
  const { id } = created!;
  record({ kind: 'folder_created', name, changes: initialValues({ description }) });
  emit(channelFolderAdd, { channel_folder: { id, ...folder } }, { everyone: true });
  return id;
}

const countFolders = (tx: Connection, realm_id: RealmId) =>
  countRows(tx, 'channel_folders', sql`realm_id = ${realm_id}`, 'is_archived');

export interface FolderChanges {
  name?: string;
  description?: string;
  is_archived?: boolean;
}

/** Unchanged values are no change and cause no event. [FO5] */
export async function updateFolder(
  { tx, emit, caps, record }: WriteContext,
  { realm_id }: Realm,
  channel_folder_id: number,
  changes: FolderChanges,
): Promise<void> {
  const before = await getFolder(tx, realm_id, channel_folder_id);
  const data: FolderChanges & { rendered_description?: string } = {};
  const name = changes.name === undefined ? before.name : checkName(changes.name);
  if (name !== before.name) data.name = name;
  const description = changes.description === undefined ? before.description : checkDescription(changes.description);
  if (description !== before.description) {
    data.description = description;
    data.rendered_description = render(description).html;
  }
  const is_archived = changes.is_archived ?? before.is_archived;
  if (is_archived !== before.is_archived) data.is_archived = is_archived;
  if (Object.keys(data).length === 0) return;
  if (data.is_archived && (await hasChannels(tx, realm_id, before.id))) throw Refused('folder_full');
  if (!is_archived) await checkNameIsFree(tx, realm_id, name, before.id);
  if (before.is_archived && !is_archived) caps.check('folders', (await countFolders(tx, realm_id)).active);
  await tx.run(
    sql`update channel_folders set name = ${name}, name_key = ${nameKey(name)}, description = ${description}, rendered_description = ${data.rendered_description ?? before.rendered_description}, is_archived = ${is_archived}
     where id = ${before.id}`,
  );
  const { rendered_description: _, ...changed } = data;
  record({ kind: 'folder_changed', name: before.name, changes: changesBetween(before, changed) });
  emit(channelFolderUpdate, { channel_folder_id: before.id, data }, { everyone: true });
}

/** Orders the folders by their ids in `order`. [FO8] */
export async function reorderFolders(
  { tx, emit, record }: WriteContext,
  { realm_id }: Realm,
  order: readonly number[],
): Promise<void> {
  const folders = await findFolders(tx, realm_id);
  checkOrder(
    folders.map(({ id }) => id),
    order,
  );
  const places = new Map(order.map((id, at) => [id, at]));
  const moved = folders.filter((folder) => folder.order !== places.get(folder.id));
  if (moved.length === 0) return;
  for (const { id } of moved)
    await tx.run(sql`update channel_folders set "order" = ${places.get(id)!} where id = ${id}`);
  record({ kind: 'folders_reordered' });
  emit(channelFolderReorder, { order: [...order] }, { everyone: true });
}
