// Creates the archive of an export: messages first, then the objects they refer to, so that no reference is missing.
import type { RealmId, UserId } from '@stoa/contract';
import { uploadKey } from '../../conversation/attachments/thumbnails.rules.ts';
import { findEmoji } from '../../conversation/emoji/emoji.queries.ts';
import { findFolders } from '../../conversation/folders/folders.queries.ts';
import { findLinkifiers } from '../../conversation/linkifiers/linkifiers.queries.ts';
import { findPlaygrounds } from '../../features/playgrounds/playgrounds.queries.ts';
import { findGroups } from '../../identity/groups/groups.queries.ts';
import { findProfileFieldsState } from '../../identity/profile-fields/profile-fields.queries.ts';
import { findRealmDomains } from '../../identity/realm/allowed-emails.queries.ts';
import { getRealmRow } from '../../identity/realm/realm.queries.ts';
import { getRealmPermissions, getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { findDefaultsState } from '../../identity/settings/settings.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { Archive } from '../../kit/files/archive.ts';
import type { FileStore } from '../../kit/files/file-store.ts';
import type { PersonalField } from '../../slice/tables.ts';
import { exportedMessages, findLinkedUploads } from './export-messages.queries.ts';
import {
  findAttachmentsAfter,
  findExportedUsers,
  findPrivateData,
  findSubscriberIds,
} from './export-people.queries.ts';
import type { ExportScope } from './export-scope.queries.ts';
import { type ExportRow, findPictureKeys } from './exports.queries.ts';

const FORMAT_VERSION = 1;

export interface ExportServices {
  readonly db: Connection;
  readonly files: FileStore;
  /** The private data of each consenting account. */
  readonly fields: readonly PersonalField[];
  /** Throws when the server stops. */
  checkStopped(): void;
}

export async function fillArchive(
  { db, files, fields, checkStopped }: ExportServices,
  archive: Archive,
  realm: Realm,
  row: ExportRow,
  scope: ExportScope,
): Promise<void> {
  const { realm_id } = realm;
  const { export_type, export_time } = row;
  await archive.addJson('export.json', { format_version: FORMAT_VERSION, export_type, export_time, url: realm.url });
  const linked = new Set<number>();
  let batches = 0;
  for await (const messages of exportedMessages(db, realm_id, scope)) {
    checkStopped();
    await archive.addJson(`messages/${String(++batches).padStart(6, '0')}.json`, messages);
    for (const id of await findLinkedUploads(db, messages)) linked.add(id);
  }
  const users = await findExportedUsers(db, realm, scope);
  await archive.addJson('organization.json', await findOrganization(db, realm_id));
  await archive.addJson('users.json', users);
  await archive.addJson('groups.json', await findGroups(db, realm_id, true));
  await archive.addJson(
    'channels.json',
    scope.channels.map(({ name_key: _n, recipient_id: _r, realm_id: _o, ...channel }) => channel),
  );
  for (const { stream_id } of scope.channels) {
    checkStopped();
    const user_ids = await findSubscriberIds(db, stream_id);
    await archive.addJson(`subscribers/${stream_id}.json`, { stream_id, user_ids });
  }
  for (const { user_id } of users) {
    checkStopped();
    if (scope.hasPrivateDataOf(user_id))
      await archive.addJson(`private/${user_id}.json`, await findPrivateData(db, realm, user_id, fields));
  }
  await addUploads(
    { db, files, checkStopped },
    archive,
    realm_id,
    (file) => linked.has(file.attachment_id) || scope.hasPrivateDataOf(file.owner_id),
  );
  const pictures = await findPictureKeys(db, realm_id);
  for (const { avatar } of users) if (avatar !== null) pictures.push(`avatars/${avatar}.png`);
  for (const key of pictures) {
    checkStopped();
    await archive.addStored(files, `pictures/${key}`, key);
  }
}

async function findOrganization(db: Connection, realm_id: RealmId) {
  const { name, description, url, uuid, date_created } = await getRealmRow(db, realm_id);
  return {
    name,
    description,
    url,
    uuid,
    date_created,
    settings: await getRealmSettings(db, realm_id),
    permissions: await getRealmPermissions(db, realm_id),
    user_settings_defaults: (await findDefaultsState(db, realm_id)).realm_user_settings_defaults,
    domains: await findRealmDomains(db, realm_id),
    emoji: await findEmoji(db, realm_id),
    linkifiers: await findLinkifiers(db, realm_id),
    playgrounds: await findPlaygrounds(db, realm_id),
    profile_fields: (await findProfileFieldsState(db, realm_id)).custom_profile_fields,
    folders: await findFolders(db, realm_id),
  };
}

type Attachment = { readonly attachment_id: number; readonly owner_id: UserId };

async function addUploads(
  { db, files, checkStopped }: Omit<ExportServices, 'fields'>,
  archive: Archive,
  realm_id: RealmId,
  isWanted: (file: Attachment) => boolean,
): Promise<void> {
  const listed: object[] = [];
  for (let after = 0; ; ) {
    const batch = await findAttachmentsAfter(db, realm_id, after);
    if (batch.length === 0) break;
    after = batch.at(-1)!.attachment_id;
    for (const file of batch.filter(isWanted)) {
      checkStopped();
      // The sender may have deleted the file a moment ago.
      if (await archive.addStored(files, `uploads/${file.path_id}`, uploadKey(file.path_id))) listed.push(file);
    }
  }
  await archive.addJson('uploads.json', listed);
}
