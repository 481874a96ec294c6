// Creating accounts for other people, with the operator's permission. [US24]
import { BadRequest, createUser, ROLE } from '@stoa/contract';
import { hashPassword } from '../../identity/auth/passwords.ts';
import { findEmailObjection } from '../../identity/realm/allowed-emails.queries.ts';
import { hasSpecialPermission } from '../../identity/users/special-permissions.queries.ts';
import { createAccount } from '../../identity/users/users.actions.ts';
import { checkPassword } from '../../identity/users/users.rules.ts';
import { preparedWrite, type Route } from '../../kit/http/route.ts';
import { announceSignUp } from './announcement.actions.ts';

export const createUserRoutes: Route[] = [
  preparedWrite(
    createUser,
    async (_, { password }) => hashPassword(checkPassword(password)),
    async (context, { email, full_name }, password_hash) => {
      if (!(await hasSpecialPermission(context.tx, context.actor.user_id, 'can_create_users')))
        throw BadRequest('User not authorized to create users');
      const objection = await findEmailObjection(context.tx, context.realm.realm_id, email);
      if (objection !== null) throw objection;
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
