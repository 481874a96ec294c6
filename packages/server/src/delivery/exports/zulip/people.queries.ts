// The people of the reference server's export: accounts, and the private data of those who consented.
import type { RealmId, UserId } from '@stoa/contract';
import { emailHost } from '../../../identity/realm/realm.queries.ts';
import { completeSettings } from '../../../identity/users/user-settings.queries.ts';
import { apiEmail, USER_COLUMNS, type UserRow } from '../../../identity/users/users.present.ts';
import type { Realm } from '../../../kit/access/actor.ts';
import type { Connection } from '../../../kit/database/connection.ts';
import { type Fragment, sql } from '../../../kit/database/sql.ts';
import { findExportedUsers } from '../export-people.queries.ts';
import type { ExportScope } from '../export-scope.queries.ts';
import { crossRealmEmail, USER_SETTINGS } from './layout.rules.ts';
import type { Recipients } from './recipients.ts';
import type { TableFile } from './table-file.ts';

export interface People {
  readonly users: readonly UserRow[];
  /** Bots of the server. */
  readonly system_bots: readonly UserRow[];
}

export async function findPeople(db: Connection, realm_id: RealmId): Promise<People> {
  const rows = await db.all<UserRow>(
    sql`select ${sql.raw(USER_COLUMNS)} from users where realm_id = ${realm_id} order by user_id`,
  );
  return {
    users: rows.filter(({ is_system_bot }) => !is_system_bot),
    system_bots: rows.filter(({ is_system_bot }) => is_system_bot),
  };
}

/** Above every recipient id of the organization. */
export async function firstFreeRecipient(db: Connection, realm_id: RealmId): Promise<number> {
  const last = await db.get<{ id: number | null }>(
    sql`select max(recipient_id) as id from recipients where realm_id = ${realm_id}`,
  );
  return (last!.id ?? 0) + 1;
}

export async function writeAccounts(
  db: Connection,
  table: TableFile,
  { users, system_bots }: People,
  { realm, scope, recipients }: { readonly realm: Realm; readonly scope: ExportScope; readonly recipients: Recipients },
): Promise<void> {
  const shown = new Map(
    (await findExportedUsers(db, realm, scope)).map((user) => [user.user_id as number, user.delivery_email]),
  );
  table.table('zerver_userprofile');
  for (const user of users) {
    const settings = scope.hasPrivateDataOf(user.user_id) ? completeSettings(user.settings) : null;
    const own = settings === null ? [] : USER_SETTINGS.map((name) => [name, settings[name]] as const);
    await table.row({
      ...Object.fromEntries(own),
      id: user.user_id,
      email: apiEmail(user, emailHost(realm)),
      // A hidden address is replaced by none: nobody can sign in to such an account.
      delivery_email: shown.get(user.user_id) ?? '',
      realm: realm.realm_id,
      recipient: recipients.ofPerson(user.user_id),
      full_name: user.full_name,
      date_joined: user.date_joined,
      is_active: user.is_active,
      is_bot: user.is_bot,
      bot_type: user.bot_type,
      bot_owner: user.bot_owner_id,
      role: user.role,
      is_mirror_dummy: false,
      is_staff: false,
      is_superuser: false,
      long_term_idle: false,
      timezone: user.timezone,
      avatar_source: user.avatar_key === null ? 'G' : 'U',
      avatar_version: user.avatar_version,
      default_sending_stream: null,
      default_events_register_stream: null,
      groups: [],
      user_permissions: [],
    });
  }
  await table.all(
    'zerver_userprofile_crossrealm',
    system_bots.map(({ user_id, email }) => ({
      id: user_id,
      email: crossRealmEmail(email),
      recipient_id: recipients.ofPerson(user_id),
    })),
  );
}

interface OwnedRow {
  readonly user_id: UserId;
}

interface OwnedTable<R extends OwnedRow> {
  readonly realm_id: RealmId;
  readonly scope: ExportScope;
  /** In the export. */
  readonly name: string;
  readonly from: Fragment;
  /** Null for a row that is left out. */
  rowOf(row: R): object | null;
}

/** Writes one table's rows of accounts that consented, a hundred accounts at a time. */
async function writeOwned<R extends OwnedRow>(
  db: Connection,
  table: TableFile,
  { realm_id, scope, name, from, rowOf }: OwnedTable<R>,
): Promise<void> {
  table.table(name);
  let id = 0;
  for (let after = 0; ; ) {
    const page = await db.all<R>(
      sql`select source.* from ${from} source where source.user_id in (select user_id from users
         where realm_id = ${realm_id} and user_id > ${after} order by user_id limit 100) order by source.user_id`,
    );
    for (const row of page) {
      const found = scope.hasPrivateDataOf(row.user_id) ? rowOf(row) : null;
      if (found !== null) await table.row({ id: ++id, ...found });
    }
    const next = await db.get<{ last: number | null }>(
      sql`select max(user_id) as last from (select user_id from users
         where realm_id = ${realm_id} and user_id > ${after} order by user_id limit 100) page`,
    );
    if (next!.last === null) return;
    after = next!.last;
  }
}

/** The private data of accounts that consented. [EX4] */
export async function writePrivateData(
  db: Connection,
  table: TableFile,
  realm_id: RealmId,
  scope: ExportScope,
): Promise<void> {
  const channels = new Map(scope.channels.map(({ stream_id, recipient_id }) => [stream_id as number, recipient_id]));
  const write = <R extends OwnedRow>(name: string, from: Fragment, rowOf: (row: R) => object | null) =>
    writeOwned(db, table, { realm_id, scope, name, from, rowOf });
  await write<{ user_id: UserId; word: string }>('zerver_alertword', sql`alert_words`, ({ user_id, word }) => ({
    realm: realm_id,
    user_profile: user_id,
    word,
  }));
  await write<{ user_id: UserId; muted_user_id: UserId; timestamp: number }>(
    'zerver_muteduser',
    sql`muted_users`,
    ({ user_id, muted_user_id, timestamp }) => ({
      user_profile: user_id,
      muted_user: muted_user_id,
      date_muted: timestamp,
    }),
  );
  await write<{ user_id: UserId; title: string; content: string; date_created: number }>(
    'zerver_savedsnippet',
    sql`saved_snippets`,
    ({ user_id, title, content, date_created }) => ({
      realm: realm_id,
      user_profile: user_id,
      title,
      content,
      date_created,
    }),
  );
  await write<{
    user_id: UserId;
    stream_id: number;
    topic_name: string;
    visibility_policy: number;
    last_updated: number;
  }>('zerver_usertopic', sql`user_topics`, ({ user_id, stream_id, topic_name, visibility_policy, last_updated }) =>
    channels.has(stream_id)
      ? {
          user_profile: user_id,
          stream: stream_id,
          recipient: channels.get(stream_id),
          topic_name,
          last_updated,
          visibility_policy,
        }
      : null,
  );
  await write<{
    user_id: UserId;
    status_text: string;
    emoji_name: string;
    emoji_code: string;
    reaction_type: string;
  }>('zerver_userstatus', sql`user_status`, ({ user_id, ...status }) => ({
    ...status,
    user_profile: user_id,
    timestamp: 0,
    client: 1,
  }));
}
