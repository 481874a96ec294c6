// An account as others see it. Spec 2.4.
import { z } from 'zod';
import { Role, UserId } from '../kit/values.ts';

export const ProfileData = z.record(z.string(), z.object({ value: z.string(), rendered_value: z.string().optional() }));

export const User = z.object({
  user_id: UserId,
  /** The real email address; null if hidden from the reader. */
  delivery_email: z.string().nullable(),
  /** An address the API accepts; a generated one when the real one is not visible to everybody. */
  email: z.string(),
  full_name: z.string(),
  /** ISO 8601. */
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  bot_type: z.int().nullable(),
  bot_owner_id: UserId.nullable(),
  role: Role,
  /** IANA name, or empty. */
  timezone: z.string(),
  /** Null when the client can compute the gravatar URL. */
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  profile_data: ProfileData.optional(),
  is_imported_stub: z.boolean(),
  /** The account was erased: `full_name` says nobody. */
  is_deleted: z.literal(true).optional(),
});
export type User = z.output<typeof User>;
