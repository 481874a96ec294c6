// Credentials of accounts, for signing in.

import type { RealmId, Role, UserId, UserSettings } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { findBatched, findOnce, getOnce, type Lookup } from '../../kit/database/read-once.ts';
import { sql } from '../../kit/database/sql.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { placeholderUserId } from '../users/users.queries.ts';

export interface Credentials {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_active: boolean;
  readonly is_bot: boolean;
  readonly bot_type: number | null;
  readonly bot_owner_id: UserId | null;
  readonly password_hash: string | null;
  readonly api_key_generation: number;
  readonly avatar_source: string;
  readonly avatar_version: number;
  readonly avatar_key: string | null;
  readonly settings: Readonly<Partial<UserSettings>>;
  /** Nobody has signed in to the account yet; somebody else created it. */
  readonly awaits_first_login: boolean;
  /** Counts the changes of the account's row. */
  readonly revision: number;
  /** When the organization was deactivated. */
  readonly realm_deactivated_at: number | null;
  /** The setting of the organization; null for the default. */
  readonly require_two_factor: string | null;
}
const REALM_DEACTIVATED_AT =
  '(select deactivated_at from realms where realms.realm_id = users.realm_id) as realm_deactivated_at';
const COLUMNS = `user_id, email, full_name, role, is_active, is_bot, bot_type, bot_owner_id, password_hash, api_key_generation,
  avatar_source, avatar_version, avatar_key, settings, awaits_first_login, revision, ${REALM_DEACTIVATED_AT},
  (select settings ->> 'require_two_factor' from realms where realms.realm_id = users.realm_id) as require_two_factor`;

/** Finds an account by its real address or the made-up one that others see. */
export async function findCredentials(db: Connection, realm: Realm, email: string): Promise<Credentials | null> {
  const found = await db.get<Credentials>(
    sql`select ${sql.raw(COLUMNS)} from users where realm_id = ${realm.realm_id} and email_key = ${emailKey(email)}`,
  );
  if (found) return found;
  const user_id = placeholderUserId(realm, email);
  return user_id === null ? null : findCredentialsById(db, realm.realm_id, user_id);
}

export function findCredentialsById(db: Connection, realm_id: RealmId, user_id: UserId): Promise<Credentials | null> {
  return getOnce<Credentials>(
    db,
    sql`select ${sql.raw(COLUMNS)} from users where realm_id = ${realm_id} and user_id = ${user_id}`,
  );
}

type Revision = Pick<Credentials, 'revision' | 'realm_deactivated_at'>;

/** The values that every change of the account or of its organization's state changes. */
export function findRevision(db: Connection, actor: Actor): Promise<Revision | null> {
  return db.writes ? findOnce(db, revisions, actor) : findBatched(db, revisions, actor);
}

const revisions: Lookup<Actor, Revision | null> = {
  nameOf: ({ user_id }) => user_id,
  findOne: (db, { realm, user_id }) =>
    db.get(
      sql`select revision, ${sql.raw(REALM_DEACTIVATED_AT)} from users where realm_id = ${realm.realm_id} and user_id = ${user_id}`,
    ),
  async findAll(db, actors) {
    const rows = await inBatches(actors, (batch) =>
      db.all<Revision & { realm_id: RealmId; user_id: UserId }>(
        sql`select realm_id, user_id, revision, ${sql.raw(REALM_DEACTIVATED_AT)} from users
         where user_id in (${sql.list(batch.map(({ user_id }) => user_id))})`,
      ),
    );
    const by_id = new Map(rows.map((row) => [row.user_id, row]));
    return actors.map(({ realm, user_id }) => {
      const row = by_id.get(user_id);
      return row?.realm_id === realm.realm_id ? row : null;
    });
  },
};

/** The account in whose name the server acts later; null once it is deactivated. */
export async function findActor(db: Connection, realm: Realm, user_id: UserId): Promise<Actor | null> {
  const credentials = await findCredentialsById(db, realm.realm_id, user_id);
  return credentials?.is_active && credentials.realm_deactivated_at === null ? actorOf(realm, credentials) : null;
}

/** Most accounts have all of the defaults, and ten thousand of them are kept: they share one object. */
const DEFAULTS: Actor['settings'] = Object.freeze({});

/**
 * Field by field, and with no branch or spread in the same function: copies of a row take twice the memory, and the runtime lays out
 * an object by the code around its literal.
 */
function accountOf(realm: Realm, row: Credentials): Actor {
  const settings = Object.keys(row.settings).length === 0 ? DEFAULTS : row.settings;
  return {
    realm,
    user_id: row.user_id,
    email: row.email,
    full_name: row.full_name,
    role: row.role,
    is_bot: row.is_bot,
    api_key_generation: row.api_key_generation,
    revision: row.revision,
    avatar_source: row.avatar_source,
    avatar_version: row.avatar_version,
    avatar_key: row.avatar_key,
    settings,
  };
}

/** With what only bots have, if it is one. */
export function actorOf(realm: Realm, row: Credentials): Actor {
  const account = accountOf(realm, row);
  return row.is_bot ? { ...account, bot_type: row.bot_type, bot_owner_id: row.bot_owner_id } : account;
}
