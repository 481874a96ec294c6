// The caller's muted people.
import { muteUser, unmuteUser } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { mute, unmute } from './muted-users.actions.ts';

export const mutedUsersRoutes: Route[] = [
  write(muteUser, async (context, { muted_user_id }) => {
    await mute(context, context.actor, muted_user_id);
    return {};
  }),
  write(unmuteUser, async (context, { muted_user_id }) => {
    await unmute(context, context.actor, muted_user_id);
    return {};
  }),
];
