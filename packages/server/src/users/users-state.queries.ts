// What register says of people. Spec 4.22.
import { type InitialState, ROLE } from '@stoa/contract';
import type { Actor } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { avatarUrl, gravatarUrl, presentUser } from './users.present.ts';
import { emailHost, findUsers, viewer } from './users.queries.ts';

export async function findUsersState(
  db: Connection,
  actor: Actor,
  client_gravatar: boolean,
): Promise<Partial<InitialState>> {
  const host = emailHost(actor.realm);
  const who = viewer(actor, client_gravatar);
  const rows = await findUsers(db, actor.realm.realm_id);
  const users = rows.map((user) => presentUser(user, host, who));
  const self = rows.find((user) => user.user_id === actor.user_id)!;
  const shown = users.find((user) => user.user_id === actor.user_id)!;
  const may_create = actor.role <= ROLE.member;
  return {
    realm_users: users.filter((user) => user.is_active),
    realm_non_active_users: users.filter((user) => !user.is_active),
    cross_realm_bots: [],
    user_id: actor.user_id,
    email: shown.email,
    delivery_email: self.email,
    full_name: self.full_name,
    is_owner: shown.is_owner,
    is_admin: shown.is_admin,
    is_moderator: actor.role <= ROLE.moderator,
    is_guest: shown.is_guest,
    avatar_source: 'G',
    avatar_url: avatarUrl(self, who),
    avatar_url_medium: client_gravatar ? null : gravatarUrl(self.email, self.avatar_version, 'medium'),
    can_create_public_streams: may_create,
    can_create_private_streams: may_create,
    can_create_web_public_streams: false,
    can_create_streams: may_create,
    can_subscribe_other_users: may_create,
    can_invite_others_to_realm: may_create,
  };
}
