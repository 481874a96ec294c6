// The caller's own account, with the newest message it received.
import { getOwnUser, type UserId } from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findProfileData, withProfileData } from '../../identity/users/profile-data.queries.ts';
import { pictureUrl, presentUser } from '../../identity/users/users.present.ts';
import { getRevisedUserRow, viewer } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { CacheDefinition } from '../../kit/database/store-caches.ts';
import { RawResult, type Route, read } from '../../kit/http/route.ts';
import { findMaxMessageId } from './messages.queries.ts';

/** Approximate memory of an entry besides its text, in bytes. */
const ENTRY_BYTES = 200;

/** Accounts as JSON fields, as they see themselves: of some thousand people, by the revision of their row. */
const OWN_ACCOUNTS: CacheDefinition<string> = {
  name: 'own accounts',
  bound: 1024 * 1024,
  sizeOf: (text) => text.length + ENTRY_BYTES,
};

async function findOwnAccount(db: Connection, actor: Actor): Promise<string> {
  const cache = db.caches.of<UserId, string>(OWN_ACCOUNTS);
  const host = emailHost(actor.realm);
  // Authenticating has just read the revision, which every change of the account or its profile increases. [US32]
  const cached = cache.get(actor.user_id, `${actor.revision} ${host}`);
  if (cached !== undefined) return cached;
  const { revision, ...user } = await getRevisedUserRow(db, actor.realm.realm_id, actor.user_id);
  const values = await findProfileData(db, actor.realm.realm_id, user.user_id);
  const person = withProfileData(presentUser(user, host, viewer(actor, false)), values);
  const { bot_type, bot_owner_id, is_deleted, ...shown } = person;
  const bot = user.is_bot ? { bot_type, bot_owner_id } : {};
  const text = JSON.stringify({ ...shown, ...bot, delivery_email: user.email, avatar_url: pictureUrl(user) });
  const fields = text.slice(1, -1);
  cache.set(actor.user_id, `${revision} ${host}`, fields);
  return fields;
}

export const ownUserRoutes: Route[] = [
  read(getOwnUser, async ({ db, actor }) => {
    const account = await findOwnAccount(db, actor);
    return new RawResult(`${account},"max_message_id":${await findMaxMessageId(db, actor)}`);
  }),
];
