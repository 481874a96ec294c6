// Reading and creating accounts.
import { BadRequest, createUser, getOwnUser, getUser, getUserByEmail, getUsers, ROLE } from '@stoa/contract';
import { hashPassword } from '../auth/passwords.ts';
import type { Actor } from '../kit/actor.ts';
import { preparedWrite, type Route, read } from '../kit/http/route.ts';
import { findMaxMessageId } from '../messages/messages.queries.ts';
import { createAccount } from './users.actions.ts';
import { gravatarUrl, presentUser, type UserRow } from './users.present.ts';
import { emailHost, findUserByEmail, findUsers, findUsersById, getUserRow, viewer } from './users.queries.ts';
import { checkPassword } from './users.rules.ts';

const present = (actor: Actor, client_gravatar: boolean) => (user: UserRow) =>
  presentUser(user, emailHost(actor.realm), viewer(actor, client_gravatar));

export const usersRoutes: Route[] = [
  read(getUsers, async ({ db, actor, realm }, { client_gravatar, user_ids }) => {
    const users = user_ids ? await findUsersById(db, realm.realm_id, user_ids) : await findUsers(db, realm.realm_id);
    return { members: users.map(present(actor, client_gravatar)) };
  }),
  read(getUser, async ({ db, actor, realm }, { user_id, client_gravatar }) => ({
    user: present(actor, client_gravatar)(await getUserRow(db, realm.realm_id, user_id)),
  })),
  read(getUserByEmail, async ({ db, actor, realm }, { email, client_gravatar }) => {
    const user = await findUserByEmail(db, realm, email);
    const shown = user && present(actor, client_gravatar)(user);
    // An address that the caller may not see finds nobody, unless it is the made-up one.
    if (!shown || (shown.delivery_email === null && !email.toLowerCase().startsWith(`user${user.user_id}@`)))
      throw BadRequest('No such user');
    return { user: shown };
  }),
  read(getOwnUser, async ({ db, actor, realm }) => {
    const user = await getUserRow(db, realm.realm_id, actor.user_id);
    const { bot_type, bot_owner_id, is_deleted, profile_data, ...shown } = present(actor, false)(user);
    return {
      ...shown,
      delivery_email: user.email,
      avatar_url: gravatarUrl(user.email, user.avatar_version),
      max_message_id: await findMaxMessageId(db, actor),
    };
  }),
  preparedWrite(
    createUser,
    async (_, { password }) => hashPassword(checkPassword(password)),
    async (context, { email, full_name }, password_hash) => {
      const user = await createAccount(context, context.realm, { email, full_name, role: ROLE.member, password_hash });
      return { user_id: user.user_id };
    },
  ),
];
