// Reading accounts.
import { getUser, getUserByEmail, getUsers, Unauthorized, type User } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Route, read } from '../../kit/http/route.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { hasSpectatorAccess } from '../realm/realm-settings.queries.ts';
import { findProfileData, withProfileData } from './profile-data.queries.ts';
import { findSeenBySpectators, findSeenIds } from './user-access.queries.ts';
import { presentToSpectator, presentUser, type UserRow } from './users.present.ts';
import { findUsers, findUsersById, getUserByAddress, getVisibleUser, viewer } from './users.queries.ts';

const present = (actor: Actor, client_gravatar: boolean) => (user: UserRow) =>
  presentUser(user, emailHost(actor.realm), viewer(actor, client_gravatar));

interface Presentation {
  readonly client_gravatar: boolean;
  readonly include_custom_profile_fields: boolean;
}

async function presentOne(
  db: Connection,
  actor: Actor,
  user: UserRow,
  { client_gravatar, include_custom_profile_fields }: Presentation,
): Promise<User> {
  const shown = present(actor, client_gravatar)(user);
  if (!include_custom_profile_fields) return shown;
  return withProfileData(shown, await findProfileData(db, actor.realm.realm_id, user.user_id));
}

export const usersRoutes: Route[] = [
  read(getUsers, async ({ db, actor, realm }, { client_gravatar, include_custom_profile_fields, user_ids }) => {
    if (!actor && !(await hasSpectatorAccess(db, realm.realm_id)))
      throw Unauthorized('Not logged in: API authentication or user session required');
    const found = user_ids ? await findUsersById(db, realm.realm_id, user_ids) : await findUsers(db, realm.realm_id);
    const visible_ids = actor ? await findSeenIds(db, actor) : await findSeenBySpectators(db, realm.realm_id);
    const users = visible_ids === null ? found : found.filter(({ user_id }) => visible_ids.has(user_id));
    if (!actor) return { members: users.map((user) => presentToSpectator(user, emailHost(realm))) };
    const shown = users.map(present(actor, client_gravatar));
    if (!include_custom_profile_fields) return { members: shown };
    const values = await findProfileData(db, realm.realm_id);
    return { members: shown.map((user) => withProfileData(user, values)) };
  }),
  read(getUser, async ({ db, actor }, { user_id, ...how }) => ({
    user: await presentOne(db, actor, await getVisibleUser(db, actor, user_id), how),
  })),
  read(getUserByEmail, async ({ db, actor }, { email, ...how }) => ({
    user: await presentOne(db, actor, await getUserByAddress(db, actor, email), how),
  })),
];
