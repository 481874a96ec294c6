// What register says of people. Spec 4.22.
import { type InitialState, OWN_PERMISSIONS, ownPermissions, ROLE } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { findProfileData, withProfileData } from '../profile-fields/profile-fields.queries.ts';
import { findHeldPermissions, hasSpectatorAccess } from '../realm/realm-settings.queries.ts';
import { completeSettings } from '../settings/settings.queries.ts';
import { pictureUrl, presentUser } from './users.present.ts';
import { emailHost, findUsers, getNotificationBot, viewer } from './users.queries.ts';

export async function findUsersState(
  db: Connection,
  actor: Actor,
  client_gravatar: boolean,
): Promise<Partial<InitialState>> {
  const host = emailHost(actor.realm);
  const who = viewer(actor, client_gravatar);
  const bot = await getNotificationBot(db, actor.realm.realm_id);
  const rows = await findUsers(db, actor.realm.realm_id);
  const values = await findProfileData(db, actor.realm.realm_id);
  const users = rows.map((user) => withProfileData(presentUser(user, host, who), values));
  const self = rows.find((user) => user.user_id === actor.user_id)!;
  const shown = users.find((user) => user.user_id === actor.user_id)!;
  const { realm_id } = actor.realm;
  const held = await findHeldPermissions(db, actor, OWN_PERMISSIONS);
  const web_public = await hasSpectatorAccess(db, realm_id);
  return {
    realm_users: users.filter((user) => user.is_active),
    realm_non_active_users: users.filter((user) => !user.is_active),
    cross_realm_bots: [{ ...withProfileData(presentUser(bot, host, who), values), is_system_bot: true }],
    user_id: actor.user_id,
    email: shown.email,
    delivery_email: self.email,
    full_name: self.full_name,
    is_owner: shown.is_owner,
    is_admin: shown.is_admin,
    is_moderator: actor.role <= ROLE.moderator,
    is_guest: shown.is_guest,
    avatar_source: self.avatar_key === null ? 'G' : 'U',
    // One's own picture always comes with its address. [US3]
    avatar_url: pictureUrl(self),
    avatar_url_medium: pictureUrl(self, 'medium'),
    receives_typing_notifications: completeSettings(self.settings).receives_typing_notifications,
    ...ownPermissions((permission) => held.has(permission), web_public),
  };
}
