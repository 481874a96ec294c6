// Listing, reading and creating accounts. Spec 4.5, 4.17.
import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { UserId } from '../kit/values.ts';
import { ProfileData, User } from '../shapes/user.ts';
import { realmUserAdd } from '../shapes/users.events.ts';

const presentation = {
  /** If true, `avatar_url` is null where the client can compute it. */
  client_gravatar: z.boolean().default(true),
  include_custom_profile_fields: z.boolean().default(false),
};

export const getUsers = endpoint({
  id: 'get-users',
  method: 'GET',
  path: '/users',
  access: 'spectator',
  scope: 'read',
  params: () => z.object({ ...presentation, user_ids: z.array(UserId).optional() }),
  result: () => z.object({ members: z.array(User) }),
  compressed: true,
  summary: 'List the accounts of the organization',
});

export const getUser = endpoint({
  id: 'get-user',
  method: 'GET',
  path: '/users/{user_id}',
  access: 'user',
  scope: 'read',
  params: () => z.object({ user_id: UserId, ...presentation }),
  result: () => z.object({ user: User }),
  summary: 'Get an account by id',
});

export const getUserByEmail = endpoint({
  id: 'get-user-by-email',
  method: 'GET',
  path: '/users/{email}',
  access: 'user',
  scope: 'read',
  params: () => z.object({ email: z.string(), ...presentation }),
  result: () => z.object({ user: User }),
  summary: 'Get an account by email address',
});

export const getOwnUser = endpoint({
  id: 'get-own-user',
  method: 'GET',
  path: '/users/me',
  access: 'user',
  scope: 'read',
  result: () =>
    User.omit({ bot_type: true, bot_owner_id: true, is_deleted: true, profile_data: true }).extend({
      delivery_email: z.string(),
      avatar_url: z.string(),
      max_message_id: z.int(),
      /** Present only for bots, as is the owner. */
      bot_type: z.int().nullable().optional(),
      bot_owner_id: UserId.nullable().optional(),
      profile_data: ProfileData.optional(),
    }),
  summary: 'Get your own account',
});

export const createUser = endpoint({
  id: 'create-user',
  method: 'POST',
  path: '/users',
  access: 'administrator',
  scope: 'key',
  params: () => z.object({ email: z.string(), password: z.string(), full_name: z.string() }),
  result: () => z.object({ user_id: UserId }),
  fresh_password: true,
  emits: [realmUserAdd],
  summary: 'Create an account',
});
