// The caller's own account, with the newest message it received.
import { getOwnUser } from '@stoa/contract';
import { emailHost } from '../../identity/realm/realm.queries.ts';
import { findProfileData, withProfileData } from '../../identity/users/profile-data.queries.ts';
import { pictureUrl, presentUser } from '../../identity/users/users.present.ts';
import { getUserRow, viewer } from '../../identity/users/users.queries.ts';
import { type Route, read } from '../../kit/http/route.ts';
import { findMaxMessageId } from './messages.queries.ts';

export const ownUserRoutes: Route[] = [
  read(getOwnUser, async ({ db, actor, realm }) => {
    const user = await getUserRow(db, realm.realm_id, actor.user_id);
    const values = await findProfileData(db, realm.realm_id, user.user_id);
    const person = withProfileData(presentUser(user, emailHost(realm), viewer(actor, false)), values);
    const { bot_type, bot_owner_id, is_deleted, ...shown } = person;
    return {
      ...shown,
      ...(user.is_bot ? { bot_type, bot_owner_id } : {}),
      delivery_email: user.email,
      avatar_url: pictureUrl(user),
      max_message_id: await findMaxMessageId(db, actor),
    };
  }),
];
