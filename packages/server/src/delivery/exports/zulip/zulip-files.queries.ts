// Writes the files of the reference server's export, each kind in its folder with a `records.json`.
import { extname } from 'node:path';
import type { MessageId, RealmId } from '@stoa/contract';
import type { AttachmentRow } from '../../../conversation/attachments/attachments.queries.ts';
import { uploadKey } from '../../../conversation/attachments/thumbnails.rules.ts';
import { avatarFiles } from '../../../identity/avatars/avatars.rules.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { sql } from '../../../kit/database/sql.ts';
import { type FileStore, withStoredFile } from '../../../kit/files/file-store.ts';
import type { ExportScope } from '../export-scope.queries.ts';
import type { TableFile } from './table-file.ts';
import type { WrittenMessages } from './zulip-messages.queries.ts';

export interface FilePlaces {
  readonly realm_id: RealmId;
  readonly scope: ExportScope;
  readonly files: FileStore;
  /** Takes a local file into the archive. */
  readonly take: (name: string, path: string) => Promise<void>;
  readonly addJson: (name: string, value: unknown) => Promise<void>;
}

/** False if the store no longer has the file. */
const addStored = ({ files, take }: FilePlaces, name: string, key: string): Promise<boolean> =>
  withStoredFile(files, key, (path) => take(name, path));

/** Uploads with the messages of the export that link to them, and those of people whose private data it has. */
export async function writeUploads(
  db: Connection,
  places: FilePlaces,
  table: TableFile,
  links: WrittenMessages['links'],
): Promise<void> {
  const { realm_id, scope } = places;
  const records: object[] = [];
  table.table('zerver_attachment');
  for (let after = 0; ; ) {
    const batch = await db.all<AttachmentRow>(
      sql`select * from attachments where realm_id = ${realm_id} and attachment_id > ${after} order by attachment_id limit 100`,
    );
    if (batch.length === 0) break;
    after = batch.at(-1)!.attachment_id;
    for (const { attachment_id, owner_id, path_id, name, size, create_time, content_type } of batch) {
      const messages: readonly MessageId[] = links.get(attachment_id) ?? [];
      if (messages.length === 0 && !scope.hasPrivateDataOf(owner_id)) continue;
      if (!(await addStored(places, `uploads/${path_id}`, uploadKey(path_id)))) continue;
      await table.row({
        id: attachment_id,
        file_name: name,
        path_id,
        owner: owner_id,
        realm: realm_id,
        create_time,
        size,
        content_type,
        is_realm_public: null,
        is_web_public: null,
        messages,
        scheduled_messages: [],
      });
      records.push({
        realm_id,
        user_profile_id: owner_id,
        path: path_id,
        s3_path: path_id,
        size,
        last_modified: create_time,
        content_type,
      });
    }
  }
  await places.addJson('uploads/records.json', records);
}

export interface Pictured {
  readonly user_id: number;
  readonly avatar_key: string | null;
  readonly avatar_version: number;
}

export async function writeAvatars(places: FilePlaces, users: readonly Pictured[]): Promise<void> {
  const { realm_id } = places;
  const records: object[] = [];
  for (const { user_id, avatar_key, avatar_version } of users) {
    if (avatar_key === null) continue;
    const [small, medium] = avatarFiles(avatar_key);
    // The uploaded picture is not stored: the larger size replaces it.
    for (const [ending, key] of [
      ['.original', medium],
      ['.png', small],
    ] as const) {
      const path = `${realm_id}/${avatar_key.split('/').at(-1)}${ending}`;
      if (await addStored(places, `avatars/${path}`, key))
        records.push({
          realm_id,
          user_profile_id: user_id,
          avatar_version,
          path,
          s3_path: path,
          content_type: 'image/png',
        });
    }
  }
  await places.addJson('avatars/records.json', records);
}

/** Returns the rows of `zerver_realmemoji`. */
export async function writeEmoji(db: Connection, places: FilePlaces): Promise<object[]> {
  const { realm_id } = places;
  const rows = await db.all<{
    emoji_id: number;
    name: string;
    author_id: number | null;
    file_key: string;
    still_key: string | null;
    deactivated: boolean;
  }>(
    sql`select emoji_id, name, author_id, file_key, still_key, deactivated from realm_emoji
     where realm_id = ${realm_id} order by emoji_id`,
  );
  const records: object[] = [];
  for (const { emoji_id, name, author_id, file_key, deactivated } of rows) {
    const file_name = fileName(emoji_id, file_key);
    for (const ending of ['.original', '']) {
      const path = `${realm_id}/emoji/images/${file_name}${ending}`;
      if (await addStored(places, `emoji/${path}`, file_key))
        records.push({ realm_id, author: author_id, path, s3_path: path, file_name, name, deactivated });
    }
  }
  await places.addJson('emoji/records.json', records);
  return rows.map(({ emoji_id, name, author_id, file_key, still_key, deactivated }) => ({
    id: emoji_id,
    author: author_id,
    realm: realm_id,
    name,
    file_name: fileName(emoji_id, file_key),
    is_animated: still_key !== null,
    deactivated,
  }));
}

const fileName = (emoji_id: number, key: string) => `${emoji_id}${extname(key)}`;

/** Returns which pictures the organization has. */
export async function writePictures(db: Connection, places: FilePlaces): Promise<Map<string, number>> {
  const { realm_id } = places;
  const rows = await db.all<{ kind: string; file_key: string; version: number }>(
    sql`select kind, file_key, version from realm_pictures where realm_id = ${realm_id} and file_key is not null order by kind`,
  );
  const records: object[] = [];
  const versions = new Map<string, number>();
  for (const { kind, file_key, version } of rows)
    for (const ending of ['.original', '.png']) {
      const path = `${realm_id}/${kind}${ending}`;
      if (!(await addStored(places, `realm_icons/${path}`, file_key))) continue;
      records.push({ realm_id, path, s3_path: path });
      versions.set(kind, version);
    }
  await places.addJson('realm_icons/records.json', records);
  return versions;
}
