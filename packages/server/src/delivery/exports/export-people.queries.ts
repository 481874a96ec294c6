// The accounts of an organization for an export, and the private data of those that consented. No secrets. [EX5]

import { type RealmId, ROLE, type UserId } from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findProfileData, withProfileData } from '../../identity/users/profile-data.queries.ts';
import { getUserSettings } from '../../identity/users/user-settings.queries.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import { findUsers } from '../../identity/users/users.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { PersonalField } from '../../slice/tables.ts';
import type { ExportScope } from './export-scope.queries.ts';

/** Email addresses as members see them in a public export, otherwise as administrators do. */
export async function findExportedUsers(db: Connection, realm: Realm, scope: ExportScope) {
  const role = scope.type === 'public' ? ROLE.member : ROLE.administrator;
  const values = await findProfileData(db, realm.realm_id);
  return (await findUsers(db, realm.realm_id)).map((user) => {
    const reader = { role, user_id: scope.hasPrivateDataOf(user.user_id) ? user.user_id : null, client_gravatar: true };
    // A picture URL derived from a hidden address would reveal it.
    const { avatar_url: _, ...shown } = withProfileData(presentUser(user, emailHost(realm), reader), values);
    return { ...shown, avatar: user.avatar_key };
  });
}

export async function findPrivateData(
  db: Connection,
  realm: Realm,
  user_id: UserId,
  fields: readonly PersonalField[],
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = { user_id, settings: await getUserSettings(db, user_id) };
  for (const { field, find } of fields) found[field] = await find(db, user_id, realm);
  return found;
}

/** The current subscribers of a channel. */
export async function findSubscriberIds(db: Connection, stream_id: number): Promise<UserId[]> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select user_id from subscriptions where stream_id = ${stream_id} and active order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Files of an organization that are linked from messages or were sent, in batches by id. */
export function findAttachmentsAfter(db: Connection, realm_id: RealmId, after: number) {
  return db.all<{ attachment_id: number; owner_id: UserId; path_id: string; name: string; size: number }>(
    sql`select attachment_id, owner_id, path_id, name, size from attachments
     where realm_id = ${realm_id} and attachment_id > ${after} order by attachment_id limit 100`,
  );
}
