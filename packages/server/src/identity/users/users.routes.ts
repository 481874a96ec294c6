// Reading accounts.
import { getUser, getUserByEmail, getUsers, type User } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { loginNeeded } from '../../kit/access/login-needed.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { RawResult, type Route, read } from '../../kit/http/route.ts';
import { arrayOf, fieldsOf, type Piece } from '../../kit/json/json-text.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { hasSpectatorAccess } from '../realm/realm-settings.queries.ts';
import { presentUsers } from './presented-users.queries.ts';
import { findSeenBySpectators, findSeenIds } from './user-access.queries.ts';
import { findUserTexts } from './user-texts.queries.ts';
import type { UserRow } from './users.present.ts';
import {
  findUsersByIdInParts,
  findUsersInParts,
  getUserByAddress,
  getUserRow,
  getVisibleUser,
  viewer,
} from './users.queries.ts';

interface Presentation {
  readonly client_gravatar: boolean;
  readonly include_custom_profile_fields: boolean;
}

const lookOf = (actor: Actor, { client_gravatar, include_custom_profile_fields }: Presentation) => ({
  viewer: viewer(actor, client_gravatar),
  profile_data: include_custom_profile_fields,
});

async function presentOne(db: Connection, actor: Actor, user: UserRow, how: Presentation): Promise<User> {
  const { realm } = actor;
  const [shown] = await presentUsers(db, realm.realm_id, emailHost(realm), lookOf(actor, how), [user]);
  return shown!;
}

const membersOf = (texts: readonly Piece[]) => new RawResult(fieldsOf({ members: arrayOf(texts) }));

export const usersRoutes: Route[] = [
  read(getUsers, async ({ db, actor, realm }, { user_ids, ...how }) => {
    if (!actor && (how.client_gravatar || !(await hasSpectatorAccess(db, realm.realm_id)))) throw loginNeeded();
    const { realm_id } = realm;
    const host = emailHost(realm);
    const look = actor && lookOf(actor, how);
    const seen_ids = actor ? await findSeenIds(db, actor) : await findSeenBySpectators(db, realm_id);
    if (!user_ids && !seen_ids) {
      const reader = actor && look && { ...look, self: await getUserRow(db, realm_id, actor.user_id) };
      const { active, inactive } = await findUserTexts(db, realm_id, host, reader, new TimeSlice());
      return membersOf([...active, ...inactive]);
    }
    const texts: string[] = [];
    for await (const part of user_ids ? findUsersByIdInParts(db, realm_id, user_ids) : findUsersInParts(db, realm_id)) {
      const seen = part.filter(({ user_id }) => seen_ids?.has(user_id) ?? true);
      for (const user of await presentUsers(db, realm_id, host, look, seen)) texts.push(JSON.stringify(user));
    }
    return membersOf(texts);
  }),
  read(getUser, async ({ db, actor }, { user_id, ...how }) => ({
    user: await presentOne(db, actor, await getVisibleUser(db, actor, user_id), how),
  })),
  read(getUserByEmail, async ({ db, actor }, { email, ...how }) => ({
    user: await presentOne(db, actor, await getUserByAddress(db, actor, email), how),
  })),
];
