// Fills an archive with the reference server's export: messages first, because the other tables contain what messages refer to. [EX10]
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserId } from '@stoa/contract';
import { findGroups } from '../../../identity/groups/groups.queries.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import type { Archive } from '../../../kit/files/archive.ts';
import type { FileStore } from '../../../kit/files/file-store.ts';
import type { ExportScope } from '../export-scope.queries.ts';
import { Groups } from './groups.ts';
import { EMPTY_TABLES } from './layout.rules.ts';
import { organizationTables, realmRow, streamRows } from './organization.queries.ts';
import { findPeople, firstFreeRecipient, writeAccounts, writePrivateData } from './people.queries.ts';
import { Recipients } from './recipients.ts';
import { writeAuditLog, writeSubscriptions } from './subscriptions.queries.ts';
import { RowFile, TableFile } from './table-file.ts';
import { type FilePlaces, writeAvatars, writeEmoji, writePictures, writeUploads } from './zulip-files.queries.ts';
import { writeMessages } from './zulip-messages.queries.ts';

export interface ZulipExport {
  readonly db: Connection;
  readonly files: FileStore;
  readonly archive: Archive;
  readonly realm: Realm;
  readonly scope: ExportScope;
  /** An empty directory for tables that are being written. */
  readonly work: string;
  readonly progress: (messages: number) => void;
}

/** Returns the number of messages. */
export async function fillZulipArchive(request: ZulipExport): Promise<number> {
  const { db, files, archive, realm, scope, work, progress } = request;
  const { realm_id } = realm;
  let number = 0;
  const path = () => join(work, String(number++));
  const take = async (name: string, from: string) => {
    await archive.addFile(name, from);
    if (from.startsWith(work)) await rm(from);
  };
  const people = await findPeople(db, realm_id);
  const everybody = [...people.users, ...people.system_bots].map(({ user_id }) => user_id);
  const recipients = new Recipients(everybody, scope.channels, await firstFreeRecipient(db, realm_id));
  const reactions = await RowFile.create(path());
  const written = await writeMessages(db, { realm_id, scope, recipients, reactions, path, take, progress });

  const places: FilePlaces = { realm_id, scope, files, take, addJson: (name, value) => archive.addJson(name, value) };
  const attachments = await TableFile.create(path());
  await writeUploads(db, places, attachments, written.links);
  await attachments.close();
  await take('attachment.json', attachments.path);
  await writeAvatars(places, people.users);
  const emoji = await writeEmoji(db, places);
  const pictures = await writePictures(db, places);

  const table = await TableFile.create(path());
  const groups = new Groups(await findGroups(db, realm_id, true));
  await table.all('zerver_realm', [await realmRow(db, realm, scope, groups, pictures)]);
  await writeAccounts(db, table, people, { realm, scope, recipients });
  await table.all('zerver_stream', streamRows(realm_id, scope, recipients, groups));
  for (const [name, rows] of Object.entries(await organizationTables(db, realm_id, scope))) await table.all(name, rows);
  for (const [name, rows] of Object.entries(groups.tables(realm_id))) await table.all(name, rows);
  await table.all('zerver_recipient', recipients.all());
  await table.all('zerver_huddle', recipients.huddles());
  const active = new Set<UserId>(people.users.flatMap(({ user_id, is_active }) => (is_active ? [user_id] : [])));
  await writeSubscriptions(db, table, scope, recipients, active);
  await writeAuditLog(db, table, realm_id, scope.channels);
  await table.all('zerver_realmemoji', emoji);
  await writePrivateData(db, table, realm_id, scope);
  await table.copyRows('zerver_reaction', reactions);
  await table.all(
    'zerver_client',
    [...written.clients].map(([name, id]) => ({ id, name })),
  );
  for (const name of EMPTY_TABLES) await table.all(name, []);
  await table.close();
  await reactions.close();
  await take('realm.json', table.path);
  await archive.addJson('analytics.json', {
    analytics_realmcount: [],
    analytics_usercount: [],
    analytics_streamcount: [],
  });
  return written.count;
}
