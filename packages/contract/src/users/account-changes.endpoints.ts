// Changing, deactivating and reactivating accounts. Spec 4.3, 4.10.
import { z } from 'zod';
import { realmBotAdd, realmBotDelete } from '../bots/bots.ts';
import { defaultStreams, streamCreate, streamDelete } from '../channels/channels.events.ts';
import { userGroupAddMembers, userGroupRemoveMembers } from '../groups/groups.events.ts';
import { endpoint } from '../kit/endpoint.ts';
import { apiError } from '../kit/errors.ts';
import { Role, Timestamp, UserId } from '../kit/values.ts';
import { ProfileValues } from '../profile-fields/profile-field.ts';
import { flagsAdd, flagsRemove } from '../read-state/read-state.events.ts';
import { subscriptionPeerAdd, subscriptionPeerRemove } from '../shapes/subscriptions.events.ts';
import { realmUserUpdate } from '../shapes/users.events.ts';

export const CannotDeactivateLastUser = apiError({
  code: 'CANNOT_DEACTIVATE_LAST_USER',
  status: 400,
  summary: 'The last owner of the organization cannot deactivate their own account.',
  fields: { is_last_owner: z.boolean(), entity: z.string() },
});

const changes = {
  full_name: z.string().optional(),
  /** Only owners can grant the owner role or change the role of an owner. */
  role: Role.optional(),
  profile_data: ProfileValues.optional(),
  /** For owners whom the server operator allows to change addresses. */
  new_email: z.string().optional(),
};
/** Changing address or role can give or take access. */
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
  defaultStreams,
  flagsAdd,
  flagsRemove,
];

export const updateUser = endpoint({
  id: 'update-user',
  method: 'PATCH',
  path: '/users/{user_id}',
  access: 'administrator',
  scope: 'administer',
  params: () => z.object({ user_id: UserId, ...changes }),
  fresh_password: givesAccess,
  emits,
  summary: 'Change an account',
});

export const updateUserByEmail = endpoint({
  id: 'update-user-by-email',
  method: 'PATCH',
  path: '/users/{email}',
  access: 'administrator',
  scope: 'administer',
  /** The real address if visible to the caller; the generated one finds every account. */
  params: () => z.object({ email: z.string(), ...changes }),
  fresh_password: givesAccess,
  emits,
  summary: 'Change an account by email address',
});

const DEACTIVATION_COMMENT_MAX = 2000;

export const deactivateUser = endpoint({
  id: 'deactivate-user',
  method: 'DELETE',
  path: '/users/{user_id}',
  access: 'administrator',
  scope: 'key',
  params: () =>
    z.object({
      user_id: UserId,
      /** Data to delete as well. Not supported: any action that is true is refused. */
      actions: z
        .object({
          delete_profile: z.boolean(),
          delete_public_channel_messages: z.boolean(),
          delete_private_channel_messages: z.boolean(),
          delete_direct_messages: z.boolean(),
        })
        .partial()
        .optional(),
      /** Notifies the account by email; the text may be empty. */
      deactivation_notification_comment: z.string().max(DEACTIVATION_COMMENT_MAX).optional(),
    }),
  fresh_password: true,
  emits: [realmUserUpdate, subscriptionPeerRemove],
  summary: 'Deactivate an account and the bots it owns',
});

export const deactivateOwnUser = endpoint({
  id: 'deactivate-own-user',
  method: 'DELETE',
  path: '/users/me',
  access: 'user',
  scope: 'key',
  fresh_password: true,
  errors: [CannotDeactivateLastUser],
  emits: [realmUserUpdate, subscriptionPeerRemove],
  summary: 'Deactivate your own account and the bots it owns',
});

export const reactivateUser = endpoint({
  id: 'reactivate-user',
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  access: 'administrator',
  scope: 'key',
  params: () => z.object({ user_id: UserId }),
  fresh_password: true,
  emits: [realmUserUpdate, userGroupAddMembers, subscriptionPeerAdd],
  summary: 'Reactivate a deactivated account',
});

export const createPasswordResetLink = endpoint({
  id: 'create-password-reset-link',
  method: 'POST',
  path: '/users/{user_id}/password_reset_link',
  access: 'administrator',
  scope: 'key',
  /** Another person's active account. Only owners can make a link for an owner. */
  params: () => z.object({ user_id: UserId }),
  result: () =>
    z.object({
      /** The page on which a new password is chosen, once. Returned once; the server stores only a digest of its key. */
      url: z.string(),
      expires_at: Timestamp,
    }),
  fresh_password: true,
  summary: 'Make a link that lets a person choose a new password',
});
