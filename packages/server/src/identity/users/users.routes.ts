// Reading accounts.
import { getUser, getUserByEmail, getUsers, Unauthorized, type User, type UserId } from '@stoa/contract';
import type { Actor, Realm } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { RawResult, type Route, read } from '../../kit/http/route.ts';
import { arrayOf, fieldsOf, type Piece } from '../../kit/json-text.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { hasSpectatorAccess } from '../realm/realm-settings.queries.ts';
import { findProfileData, withProfileData } from './profile-data.queries.ts';
import { findSeenBySpectators, findSeenIds } from './user-access.queries.ts';
import { findUserTexts } from './user-texts.queries.ts';
import { presentToSpectator, presentUser, type UserRow } from './users.present.ts';
import {
  findUsersByIdInParts,
  findUsersInParts,
  getUserByAddress,
  getUserRow,
  getVisibleUser,
  viewer,
} from './users.queries.ts';

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

const membersOf = (texts: readonly Piece[]) => new RawResult(fieldsOf({ members: arrayOf(texts) }));

/** `seen_ids`: the only accounts that the reader may see; null for all. */
async function textsOfSome(
  db: Connection,
  actor: Actor | null,
  realm: Realm,
  { client_gravatar, include_custom_profile_fields }: Presentation,
  parts: AsyncIterable<readonly UserRow[]>,
  seen_ids: ReadonlySet<UserId> | null,
): Promise<string[]> {
  const host = emailHost(realm);
  const present = actor && presenter(actor, client_gravatar);
  const texts: string[] = [];
  for await (const part of parts) {
    const range = [part[0]!.user_id, part.at(-1)!.user_id] as const;
    const values = actor && include_custom_profile_fields ? await findProfileData(db, realm.realm_id, range) : null;
    for (const user of part) {
      if (seen_ids && !seen_ids.has(user.user_id)) continue;
      const shown = present ? present(user) : presentToSpectator(user, host);
      texts.push(JSON.stringify(values ? withProfileData(shown, values) : shown));
    }
  }
  return texts;
}

export const usersRoutes: Route[] = [
  read(getUsers, async ({ db, actor, realm }, { user_ids, ...how }) => {
    if (!actor && !(await hasSpectatorAccess(db, realm.realm_id)))
      throw Unauthorized('Not logged in: API authentication or user session required');
    const seen_ids = actor ? await findSeenIds(db, actor) : await findSeenBySpectators(db, realm.realm_id);
    if (user_ids || seen_ids) {
      const parts = user_ids
        ? findUsersByIdInParts(db, realm.realm_id, user_ids)
        : findUsersInParts(db, realm.realm_id);
      return membersOf(await textsOfSome(db, actor, realm, how, parts, seen_ids));
    }
    const reader = actor && {
      viewer: viewer(actor, how.client_gravatar),
      self: await getUserRow(db, realm.realm_id, actor.user_id),
      profile_data: how.include_custom_profile_fields,
    };
    const { active, inactive } = await findUserTexts(db, realm.realm_id, emailHost(realm), reader, new TimeSlice());
    return membersOf([...active, ...inactive]);
  }),
  read(getUser, async ({ db, actor }, { user_id, ...how }) => ({
    user: await presentOne(db, actor, await getVisibleUser(db, actor, user_id), how),
  })),
  read(getUserByEmail, async ({ db, actor }, { email, ...how }) => ({
    user: await presentOne(db, actor, await getUserByAddress(db, actor, email), how),
  })),
];
