// Reading accounts.
import { getUser, getUserByEmail, getUsers, Unauthorized, type User } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { RawResult, type Route, read } from '../../kit/http/route.ts';
import { arrayOf, fieldsOf } from '../../kit/json-text.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { hasSpectatorAccess } from '../realm/realm-settings.queries.ts';
import { findProfileData, withProfileData } from './profile-data.queries.ts';
import { findSeenBySpectators, findSeenIds } from './user-access.queries.ts';
import { presentToSpectator, presentUser, type UserRow } from './users.present.ts';
import { findUsersByIdInParts, findUsersInParts, getUserByAddress, getVisibleUser, viewer } from './users.queries.ts';

function presenter(actor: Actor, client_gravatar: boolean): (user: UserRow) => User {
  const host = emailHost(actor.realm);
  const who = viewer(actor, client_gravatar);
  return (user) => presentUser(user, host, who);
}

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
  const shown = presenter(actor, client_gravatar)(user);
  if (!include_custom_profile_fields) return shown;
  return withProfileData(shown, await findProfileData(db, actor.realm.realm_id, user.user_id));
}

export const usersRoutes: Route[] = [
  read(getUsers, async ({ db, actor, realm }, { client_gravatar, include_custom_profile_fields, user_ids }) => {
    if (!actor && !(await hasSpectatorAccess(db, realm.realm_id)))
      throw Unauthorized('Not logged in: API authentication or user session required');
    const { realm_id } = realm;
    const visible_ids = actor ? await findSeenIds(db, actor) : await findSeenBySpectators(db, realm_id);
    const parts = user_ids ? findUsersByIdInParts(db, realm_id, user_ids) : findUsersInParts(db, realm_id);
    const members: string[] = [];
    const host = emailHost(realm);
    const present = actor && presenter(actor, client_gravatar);
    for await (const part of parts) {
      const users = visible_ids === null ? part : part.filter(({ user_id }) => visible_ids.has(user_id));
      if (!present) {
        for (const user of users) members.push(JSON.stringify(presentToSpectator(user, host)));
        continue;
      }
      const shown = users.map(present);
      const range = [part[0]!.user_id, part.at(-1)!.user_id] as const;
      const values = include_custom_profile_fields ? await findProfileData(db, realm_id, range) : null;
      for (const user of shown) members.push(JSON.stringify(values === null ? user : withProfileData(user, values)));
    }
    return new RawResult(fieldsOf({ members: arrayOf(members) }));
  }),
  read(getUser, async ({ db, actor }, { user_id, ...how }) => ({
    user: await presentOne(db, actor, await getVisibleUser(db, actor, user_id), how),
  })),
  read(getUserByEmail, async ({ db, actor }, { email, ...how }) => ({
    user: await presentOne(db, actor, await getUserByAddress(db, actor, email), how),
  })),
];
