// People in register's response. Spec 4.22.
import { type InitialState, OWN_PERMISSIONS, ownPermissions, ROLE } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { TimeSlice } from '../../kit/event-loop/time-slice.ts';
import { arrayOf, type OrText } from '../../kit/json/json-text.ts';
import { emailHost } from '../realm/realm.queries.ts';
import { findHeldPermissions, hasSpectatorAccess } from '../realm/realm-settings.queries.ts';
import { findSeenTexts } from './seen-texts.queries.ts';
import { findSeenIds } from './user-access.queries.ts';
import { completeSettings } from './user-settings.queries.ts';
import { findUserTexts } from './user-texts.queries.ts';
import { avatarSource, pictureUrl, presentUser } from './users.present.ts';
import { getNotificationBot, getUserRow, viewer } from './users.queries.ts';

interface Presentation {
  readonly client_gravatar: boolean;
  /** The client does without accounts that the reader may not see. */
  readonly user_list_incomplete: boolean;
  readonly time_slice: TimeSlice;
}

export async function findUsersState(
  db: Connection,
  actor: Actor,
  { client_gravatar, user_list_incomplete, time_slice }: Presentation,
): Promise<Partial<OrText<InitialState>>> {
  const { realm_id } = actor.realm;
  const host = emailHost(actor.realm);
  const who = viewer(actor, client_gravatar);
  const look = { viewer: who, profile_data: true };
  const bot = await getNotificationBot(db, realm_id);
  const self = await getUserRow(db, realm_id, actor.user_id);
  const visible_ids = await findSeenIds(db, actor);
  const everybody =
    visible_ids === null
      ? await findUserTexts(db, realm_id, host, { ...look, self }, time_slice)
      : await findSeenTexts(db, actor.realm, look, visible_ids, user_list_incomplete);
  const shown = presentUser(self, host, who);
  const permissions = await findHeldPermissions(db, actor, OWN_PERMISSIONS);
  const web_public = await hasSpectatorAccess(db, realm_id);
  return {
    realm_users: arrayOf(everybody.active),
    realm_non_active_users: arrayOf(everybody.inactive),
    cross_realm_bots: [{ ...presentUser(bot, host, who), is_system_bot: true }],
    user_id: actor.user_id,
    email: shown.email,
    delivery_email: self.email,
    full_name: self.full_name,
    is_owner: shown.is_owner,
    is_admin: shown.is_admin,
    is_moderator: actor.role <= ROLE.moderator,
    is_guest: shown.is_guest,
    avatar_source: avatarSource(self),
    // One's own picture is always sent with its URL. [US3]
    avatar_url: pictureUrl(self),
    avatar_url_medium: pictureUrl(self, 'medium'),
    receives_typing_notifications: completeSettings(self.settings).receives_typing_notifications,
    ...ownPermissions((permission) => permissions.has(permission), web_public),
  };
}
