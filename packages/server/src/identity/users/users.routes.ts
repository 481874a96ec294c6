// Reading and creating accounts.
import {
  BadRequest,
  createUser,
  getOwnUser,
  getUser,
  getUserByEmail,
  getUsers,
  ROLE,
  Unauthorized,
  type User,
} from '@stoa/contract';
import { findMaxMessageId } from '../../conversation/messages/messages.queries.ts';
import { announceSignUp } from '../../features/sign-up/announcement.actions.ts';
import type { Actor } from '../../kit/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { preparedWrite, type Route, read } from '../../kit/http/route.ts';
import { hashPassword } from '../auth/passwords.ts';
import { findEmailObjection } from '../realm/allowed-emails.queries.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { hasSpectatorAccess } from '../realm/realm-settings.queries.ts';
import { findProfileData, withProfileData } from './profile-data.queries.ts';
import { hasSpecialPermission } from './special-permissions.queries.ts';
import { findSeenBySpectators, findSeenIds } from './user-access.queries.ts';
import { createAccount } from './users.actions.ts';
import { pictureUrl, presentToSpectator, presentUser, type UserRow } from './users.present.ts';
import { findUsers, findUsersById, getSeenUser, getUserByAddress, getUserRow, viewer } from './users.queries.ts';
import { checkPassword } from './users.rules.ts';

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
    const seen = actor ? await findSeenIds(db, actor) : await findSeenBySpectators(db, realm.realm_id);
    const users = seen === null ? found : found.filter(({ user_id }) => seen.has(user_id));
    if (!actor) return { members: users.map((user) => presentToSpectator(user, emailHost(realm))) };
    const shown = users.map(present(actor, client_gravatar));
    if (!include_custom_profile_fields) return { members: shown };
    const values = await findProfileData(db, realm.realm_id);
    return { members: shown.map((user) => withProfileData(user, values)) };
  }),
  read(getUser, async ({ db, actor }, { user_id, ...how }) => ({
    user: await presentOne(db, actor, await getSeenUser(db, actor, user_id), how),
  })),
  read(getUserByEmail, async ({ db, actor }, { email, ...how }) => ({
    user: await presentOne(db, actor, await getUserByAddress(db, actor, email), how),
  })),
  read(getOwnUser, async ({ db, actor, realm }) => {
    const user = await getUserRow(db, realm.realm_id, actor.user_id);
    const how = { client_gravatar: false, include_custom_profile_fields: true };
    const { bot_type, bot_owner_id, is_deleted, ...shown } = await presentOne(db, actor, user, how);
    return {
      ...shown,
      ...(user.is_bot ? { bot_type, bot_owner_id } : {}),
      delivery_email: user.email,
      avatar_url: pictureUrl(user),
      max_message_id: await findMaxMessageId(db, actor),
    };
  }),
  preparedWrite(
    createUser,
    async (_, { password }) => hashPassword(checkPassword(password)),
    async (context, { email, full_name }, password_hash) => {
      if (!(await hasSpecialPermission(context.tx, context.actor.user_id, 'can_create_users')))
        throw BadRequest('User not authorized to create users');
      const objection = await findEmailObjection(context.tx, context.realm.realm_id, email);
      if (objection !== null) throw BadRequest(objection);
      const user = await createAccount(context, context.realm, {
        email,
        full_name,
        role: ROLE.member,
        password_hash,
        awaits_first_login: true,
      });
      await announceSignUp(context, context.realm, user);
      return { user_id: user.user_id };
    },
  ),
];
