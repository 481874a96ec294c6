// The account that the server writes messages with.
import { getNotificationBot } from '../../identity/users/users.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';

/** The server's own account; nobody can sign in with it. [US21] */
export async function systemBot(db: Connection, realm: Realm): Promise<Actor> {
  const bot = await getNotificationBot(db, realm.realm_id);
  const { user_id, email, full_name, role, avatar_source, avatar_version, avatar_key, settings } = bot;
  const account = { user_id, email, full_name, role, avatar_source, avatar_version, avatar_key, settings };
  return { realm, ...account, is_bot: true, api_key_generation: 0 };
}
