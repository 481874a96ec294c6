// Changing, deactivating and reactivating accounts. Spec 4.3, 4.10.
import { z } from 'zod';
import { realmBotAdd, realmBotDelete } from '../bots/bots.ts';
import { streamCreate, streamDelete } from '../channels/channels.events.ts';
import { userGroupAddMembers, userGroupRemoveMembers } from '../groups/groups.events.ts';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { Role, UserId } from '../kit/values.ts';
import { ProfileValues } from '../profile-fields/profile-field.ts';
import { subscriptionPeerAdd, subscriptionPeerRemove } from '../shapes/subscriptions.events.ts';
import { realmUserUpdate } from '../shapes/users.events.ts';

export const CannotDeactivateLastUser = apiError({
  code: 'CANNOT_DEACTIVATE_LAST_USER',
  status: 400,
  summary: 'The only owner of the organization can’t deactivate their own account.',
  fields: { is_last_owner: z.boolean(), entity: z.string() },
});

const changes = {
  full_name: z.string().optional(),
  /** Only owners make owners, and change what owners are. */
  role: Role.optional(),
  profile_data: ProfileValues.optional(),
  /** For owners whom the operator of the server has permitted to change addresses. */
  new_email: z.string().optional(),
};
/** Another address or role lets somebody in, or keeps them out. */
const givesAccess = ({ role, new_email }: { readonly role?: Role; readonly new_email?: string }): boolean =>
  role !== undefined || new_email !== undefined;

const emits = [
  realmUserUpdate,
  realmBotAdd,
  realmBotDelete,
  userGroupAddMembers,
  userGroupRemoveMembers,
  streamCreate,
  streamDelete,
];

export const updateUser = endpoint({
  id: 'update-user',
  method: 'PATCH',
  path: '/users/{user_id}',
  access: 'administrator',
  params: z.object({ user_id: UserId, ...changes }),
  result: z.object({}),
  fresh_password: givesAccess,
  emits,
  summary: 'Change an account',
});

export const updateUserByEmail = endpoint({
  id: 'update-user-by-email',
  method: 'PATCH',
  path: '/users/{email}',
  access: 'administrator',
  /** The real address where the caller may see it; the made-up one finds everybody. */
  params: z.object({ email: z.string(), ...changes }),
  result: z.object({}),
  fresh_password: givesAccess,
  emits,
  summary: 'Change an account, found by its email address',
});

const DEACTIVATION_COMMENT_MAX = 2000;

export const deactivateUser = endpoint({
  id: 'deactivate-user',
  method: 'DELETE',
  path: '/users/{user_id}',
  access: 'administrator',
  params: z.object({
    user_id: UserId,
    /** What to delete along with it. Nothing can be: an action that is true is refused. */
    actions: z
      .object({
        delete_profile: z.boolean(),
        delete_public_channel_messages: z.boolean(),
        delete_private_channel_messages: z.boolean(),
        delete_direct_messages: z.boolean(),
      })
      .partial()
      .optional(),
    /** Tells the account by mail, with these words or without any. */
    deactivation_notification_comment: z.string().max(DEACTIVATION_COMMENT_MAX).optional(),
  }),
  result: z.object({}),
  fresh_password: true,
  emits: [realmUserUpdate, subscriptionPeerRemove],
  summary: 'Deactivate an account, and the bots it owns',
});

export const deactivateOwnUser = endpoint({
  id: 'deactivate-own-user',
  method: 'DELETE',
  path: '/users/me',
  access: 'user',
  params: z.object({}),
  result: z.object({}),
  fresh_password: true,
  errors: [CannotDeactivateLastUser],
  emits: [realmUserUpdate, subscriptionPeerRemove],
  summary: 'Deactivate the own account, and the bots it owns',
});

export const reactivateUser = endpoint({
  id: 'reactivate-user',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  access: 'administrator',
  params: z.object({ user_id: UserId }),
  result: z.object({}),
  fresh_password: true,
  emits: [realmUserUpdate, userGroupAddMembers, subscriptionPeerAdd],
  summary: 'Let a deactivated account in again',
});
