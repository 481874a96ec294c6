// Fills the archive of one person's data. [PD2] [PD4]
import { ROLE } from '@stoa/contract';
import { uploadKey } from '../../conversation/attachments/thumbnails.rules.ts';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findProfileData, withProfileData } from '../../identity/users/profile-data.queries.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { Archive } from '../../kit/files/archive.ts';
import type { FileStore } from '../../kit/files/file-store.ts';
import type { OwnRows, PersonalField } from '../../slice/tables.ts';
import { findPrivateData } from '../exports/export-people.queries.ts';
import { type OwnScope, ownFiles, ownMessages, ownRows } from './own-data.queries.ts';

const FORMAT_VERSION = 1;

export interface OwnArchiveServices {
  readonly db: Connection;
  readonly files: FileStore;
  readonly fields: readonly PersonalField[];
  /** The rows of the person in each table. */
  readonly own_rows: readonly (readonly [table: string, rows: OwnRows])[];
  /** Called between pages; throws when the archive should not be finished. */
  progress(percent: number): Promise<void>;
}

export async function fillOwnArchive(
  { db, files, fields, own_rows, progress }: OwnArchiveServices,
  archive: Archive,
  realm: Realm,
  scope: OwnScope,
  now: number,
): Promise<void> {
  const { user_id, is_public } = scope;
  const manifest = { format_version: FORMAT_VERSION, user_id, is_public, export_time: Math.floor(now / 1000) };
  await archive.addJson('export.json', { ...manifest, url: realm.url, organization: realm.name });
  const avatar_key = await addAccount(db, archive, realm, scope);
  let pages = 0;
  for await (const { messages, percent } of ownMessages(db, scope)) {
    await progress(Math.floor(percent * 0.8));
    if (messages.length > 0) await archive.addJson(`messages/${String(++pages).padStart(6, '0')}.json`, messages);
  }
  if (!is_public) {
    await archive.addJson('private.json', await findPrivateData(db, realm, user_id, fields));
    for (const [table, rows] of own_rows) {
      let page = 0;
      for await (const batch of ownRows(db, table, rows, user_id)) {
        await progress(85);
        await archive.addJson(`rows/${table}/${String(++page).padStart(6, '0')}.json`, batch);
      }
    }
  }
  const listed: object[] = [];
  for await (const batch of ownFiles(db, scope))
    for (const file of batch) {
      await progress(90);
      if (await archive.addStored(files, `uploads/${file.path_id}`, uploadKey(file.path_id))) listed.push(file);
    }
  await archive.addJson('uploads.json', listed);
  if (avatar_key !== null) await archive.addStored(files, 'avatar.png', `avatars/${avatar_key}.png`);
}

/** As the person sees it, or as members do. Returns the key of the picture. */
async function addAccount(
  db: Connection,
  archive: Archive,
  realm: Realm,
  { realm_id, user_id, is_public }: OwnScope,
): Promise<string | null> {
  const user = await getUserRow(db, realm_id, user_id);
  const reader = { role: ROLE.member, user_id: is_public ? null : user_id, client_gravatar: false };
  const values = await findProfileData(db, realm_id, user_id);
  await archive.addJson('account.json', withProfileData(presentUser(user, emailHost(realm), reader), values));
  return user.avatar_key;
}
