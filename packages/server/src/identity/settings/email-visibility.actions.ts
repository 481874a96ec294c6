// Announces addresses that become visible or hidden when a visibility setting changes. Spec section 6.
import { type PersonUpdate, ROLE, type Role, realmUserUpdate, type UserSettings } from '@stoa/contract';
import type { z } from 'zod';
import type { Realm } from '../../kit/access/actor.ts';
import type { Audience } from '../../kit/write/log-entry.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { pictureOf } from '../users/addresses.actions.ts';
import { guestsSeeing } from '../users/user-access.queries.ts';
import { completeSettings } from '../users/user-settings.queries.ts';
import { apiEmail, avatarSource, type UserRow } from '../users/users.present.ts';
import { findUsers } from '../users/users.queries.ts';
import { viewChange } from './settings.rules.ts';

type Visibility = UserSettings['email_address_visibility'];

/** `user` is the account before the change. Its own view stays. [ST8] */
export async function announceEmailVisibility(
  context: WriteContext,
  realm: Realm,
  user: UserRow,
  visibility: Visibility,
): Promise<void> {
  const { user_id } = user;
  // Bots' addresses are never hidden.
  if (user.is_bot) return;
  const seeing_it = await guestsSeeing(context.tx, realm.realm_id, user);
  const emit = (person: z.input<typeof PersonUpdate>, audience: Audience) =>
    context.emit(realmUserUpdate, { person }, { ...audience, ...seeing_it });
  const everybody = { everyone: true } as const;
  const others = async (roles: readonly Role[]) => ({
    ...(await audienceOf(context, realm, roles)),
    except: [user_id],
  });
  const host = emailHost(realm);
  const after = { ...user, settings: { ...user.settings, email_address_visibility: visibility } };
  const new_email = apiEmail(after, host);
  const { gained, lost } = viewChange(completeSettings(user.settings).email_address_visibility, visibility);
  if (gained.length > 0) emit({ user_id, delivery_email: user.email }, await others(gained));
  if (lost.length > 0) emit({ user_id, delivery_email: null }, await others(lost));
  // A Gravatar URL is a digest of the account's address. [AV8]
  if (avatarSource(after) !== avatarSource(user)) emit(pictureOf(after), everybody);
  if (new_email !== apiEmail(user, host)) emit({ user_id, new_email }, everybody);
}

/** The audience of consecutive roles: by role if they reach an end of the scale, else account by account. */
async function audienceOf({ tx }: WriteContext, realm: Realm, roles: readonly Role[]): Promise<Audience> {
  const weakest = Math.max(...roles) as Role;
  const strongest = Math.min(...roles) as Role;
  if (strongest === ROLE.owner) return { role_at_most: weakest };
  const above = Object.values(ROLE).filter((role) => role < strongest);
  if (weakest === ROLE.guest) return { role_above: Math.max(...above) as Role };
  const users = await findUsers(tx, realm.realm_id);
  const viewers = users.filter(({ role, is_active }) => is_active && roles.includes(role));
  return { users: viewers.map(({ user_id }) => user_id) };
}
