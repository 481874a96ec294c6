// Announces addresses to those who may see them: one that changed, or all when the reader's role changes.
import { type PersonUpdate, ROLE, type Role, realmUserUpdate } from '@stoa/contract';
import type { z } from 'zod';
import type { Realm } from '../../kit/access/actor.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { findSeenIds, guestsSeeing } from './user-access.queries.ts';
import type { RoleChange } from './users.hooks.ts';
import { apiEmail, avatarSource, maySeeEmail, pictureUrl, type UserRow } from './users.present.ts';
import { findUsers } from './users.queries.ts';

export interface AddressAudiences {
  /** Those who see the real address, always including the account itself. */
  readonly seeing: Audience;
  /** Everybody else; null for nobody. */
  readonly others: Audience | null;
}

/** The audiences that see an account's real address or not. [US4] */
export function addressAudiences(user: UserRow): AddressAudiences {
  const sees = (role: Role) => maySeeEmail(user, { user_id: null, role, client_gravatar: false });
  if (sees(ROLE.guest)) return { seeing: { everyone: true }, others: null };
  const self = [user.user_id];
  const weakest = Object.values(ROLE).findLast(sees);
  if (weakest === undefined) return { seeing: { users: self }, others: { everyone: true, except: self } };
  return { seeing: { role_at_most: weakest, users: self }, others: { role_above: weakest, except: self } };
}

type Person = z.input<typeof PersonUpdate>;

/** The event body for an account's picture. */
export function pictureOf(user: UserRow): Person {
  return {
    user_id: user.user_id,
    avatar_source: avatarSource(user),
    avatar_url: pictureUrl(user),
    avatar_url_medium: pictureUrl(user, 'medium'),
    avatar_version: user.avatar_version,
  };
}

/** `user` already has the new address. [US15] */
export async function announceNewAddress(
  { tx, emit }: WriteContext,
  realm: Realm,
  before: UserRow,
  user: UserRow,
): Promise<void> {
  const { user_id, email } = user;
  const seeing_it = await guestsSeeing(tx, realm.realm_id, user);
  const { seeing } = addressAudiences(user);
  emit(realmUserUpdate, { person: { user_id, delivery_email: email } }, { ...seeing, ...seeing_it });
  const everybody = { everyone: true, ...seeing_it } as const;
  if (avatarSource(user) === 'G') emit(realmUserUpdate, { person: pictureOf(user) }, everybody);
  const host = emailHost(realm);
  const new_email = apiEmail(user, host);
  if (new_email !== apiEmail(before, host)) emit(realmUserUpdate, { person: { user_id, new_email } }, everybody);
}

/** Announces to an account whose role changed the addresses it now sees or no longer sees. [US16] */
export async function announceAddressesOfRole(
  { tx, emit }: WriteContext,
  { realm, user: { user_id }, from, to }: RoleChange,
): Promise<void> {
  const audience = { users: [user_id] };
  const visible_ids = await findSeenIds(tx, { realm, user_id, role: to });
  for (const user of await findUsers(tx, realm.realm_id)) {
    if (visible_ids !== null && !visible_ids.has(user.user_id)) continue;
    const sees = (role: Role) => maySeeEmail(user, { user_id, role, client_gravatar: false });
    if (sees(from) === sees(to)) continue;
    const delivery_email = sees(to) ? user.email : null;
    emit(realmUserUpdate, { person: { user_id: user.user_id, delivery_email } }, audience);
  }
}
