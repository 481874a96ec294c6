// Deprecated numeric permission policies, derived from group permissions for clients that still read them.
import type { SystemGroupName } from './permission-settings.ts';

type Numbers = Partial<Record<SystemGroupName, number>>;

const CREATE: Numbers = { 'role:members': 1, 'role:administrators': 2, 'role:fullmembers': 3, 'role:moderators': 4 };
const CREATE_WEB_PUBLIC: Numbers = {
  'role:administrators': 2,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const WILDCARD_MENTION: Numbers = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

/**
 * Per policy: each number, its group, and the number for any other value. The fallback grants few rights rather than many.
 */
const POLICIES = {
  realm_create_public_stream_policy: { of: 'can_create_public_channel_group', numbers: CREATE, other: 2 },
  realm_create_private_stream_policy: { of: 'can_create_private_channel_group', numbers: CREATE, other: 2 },
  realm_create_web_public_stream_policy: {
    of: 'can_create_web_public_channel_group',
    numbers: CREATE_WEB_PUBLIC,
    other: 6,
  },
  realm_wildcard_mention_policy: { of: 'can_mention_many_users_group', numbers: WILDCARD_MENTION, other: 5 },
} as const;
type Policies = Record<keyof typeof POLICIES, number>;

/** `nameOf` returns the system group that alone holds a permission, or nothing. */
export function legacyPolicies(
  nameOf: (permission: (typeof POLICIES)[keyof Policies]['of']) => string | undefined,
): Policies {
  return Object.fromEntries(
    Object.entries(POLICIES).map(([field, { of, numbers, other }]) => [
      field,
      (numbers as Record<string, number>)[nameOf(of) ?? ''] ?? other,
    ]),
  ) as Policies;
}
