// Events of changed accounts. Spec section 6.
import { z } from 'zod';
import { event } from '../kit/event.ts';
import { Role, UserId } from '../kit/values.ts';
import { User } from './user.ts';

export const realmUserAdd = event({
  type: 'realm_user',
  op: 'add',
  fields: () => z.object({ person: User }),
  summary: 'An account joined the organization or became visible to the receiver.',
});

/** The name shown for an account that the reader cannot see. */
export const UNKNOWN_USER_NAME = 'Unknown user';

export const realmUserRemove = event({
  type: 'realm_user',
  op: 'remove',
  fields: () =>
    z.object({
      /** `full_name` is deprecated and always {@link UNKNOWN_USER_NAME}. */
      person: z.strictObject({ user_id: UserId, full_name: z.string() }),
    }),
  summary:
    'A guest can no longer see an account. Clients without `user_list_incomplete` then receive a `realm_user` `add` of an unknown user.',
});

/** The forms of `person`; each describes one change of one user. */
export const PersonUpdate = z.union([
  z.strictObject({ user_id: UserId, full_name: z.string() }),
  z.strictObject({
    user_id: UserId,
    /** Never null: also equals the URL that clients compute themselves. */
    avatar_url: z.string(),
    avatar_source: z.enum(['G', 'J', 'U']),
    avatar_url_medium: z.string(),
    avatar_version: z.int(),
  }),
  z.strictObject({ user_id: UserId, email: z.string(), timezone: z.string() }),
  z.strictObject({ user_id: UserId, bot_owner_id: UserId }),
  z.strictObject({ user_id: UserId, role: Role }),
  z.strictObject({ user_id: UserId, delivery_email: z.string().nullable() }),
  z.strictObject({
    user_id: UserId,
    custom_profile_field: z.object({
      id: z.int(),
      value: z.string().nullable(),
      rendered_value: z.string().optional(),
    }),
  }),
  z.strictObject({ user_id: UserId, new_email: z.string() }),
  z.strictObject({ user_id: UserId, is_active: z.boolean() }),
  z.strictObject({ user_id: UserId, is_imported_stub: z.literal(false) }),
  z.strictObject({ user_id: UserId, is_deleted: z.literal(true) }),
  z.strictObject({ user_id: UserId, date_joined: z.string() }),
]);

export const realmUserUpdate = event({
  type: 'realm_user',
  op: 'update',
  fields: () => z.object({ person: PersonUpdate }),
  summary: 'An account has changed; sent to those who can see it.',
});
