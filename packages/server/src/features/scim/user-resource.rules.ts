// Accounts as SCIM shows them. Pure.
import type { Role, UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import { roleName } from '../../kit/access/role-names.ts';
import { SCIM_PATH } from './scim-path.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

export interface ScimUser {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_active: boolean;
  /** Seconds since 1970. */
  readonly date_joined: number;
  readonly external_id: string | null;
  /** The provider's name for the person, where that is no address. */
  readonly user_name: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
}

export interface NameParts {
  readonly given_name: string | null;
  readonly family_name: string | null;
}

/** As the provider sent them, or else the last word and what stands before it. */
export function partsOfName({ full_name, given_name, family_name }: NameParts & { full_name: string }): NameParts {
  if (given_name !== null || family_name !== null) return { given_name, family_name };
  const space = full_name.lastIndexOf(' ');
  if (space === -1) return { given_name: full_name, family_name: null };
  return { given_name: full_name.slice(0, space), family_name: full_name.slice(space + 1) };
}

export function joinedName({ given_name, family_name }: NameParts): string | null {
  const parts = [given_name, family_name].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

export const pathOf = (kind: 'Users' | 'Groups', id: number) => `${SCIM_PATH}/${kind}/${id}`;

export function metaOf(realm: Realm, kind: 'User' | 'Group', id: number, created_at: number | null) {
  return {
    resourceType: kind,
    ...(created_at !== null && { created: new Date(created_at * 1000).toISOString() }),
    location: realm.url + pathOf(`${kind}s`, id),
  };
}

export function presentUser(realm: Realm, user: ScimUser) {
  const { user_id, email, full_name, role, is_active, external_id, user_name } = user;
  const { given_name, family_name } = partsOfName(user);
  return {
    schemas: [USER_SCHEMA],
    id: String(user_id),
    ...(external_id !== null && { externalId: external_id }),
    userName: user_name ?? email,
    displayName: full_name,
    name: {
      formatted: full_name,
      ...(given_name !== null && { givenName: given_name }),
      ...(family_name !== null && { familyName: family_name }),
    },
    emails: [{ value: email, type: 'work', primary: true }],
    active: is_active,
    roles: [{ value: roleName(role) }],
    meta: metaOf(realm, 'User', user_id, user.date_joined),
  };
}
