// User status.
import { getUserStatus, updateStatus, updateStatusForUser } from '@stoa/contract';
import { type Route, read, write } from '../../kit/http/route.ts';
import { changeOwnStatus, changeStatusOf } from './user-status.actions.ts';
import { getStatus } from './user-status.queries.ts';

export const userStatusRoutes: Route[] = [
  write(updateStatus, async (context, status) => {
    await changeOwnStatus(context, context.actor, status);
    return {};
  }),
  write(updateStatusForUser, async (context, { user_id, ...status }) => {
    await changeStatusOf(context, context.realm.realm_id, user_id, status);
    return {};
  }),
  read(getUserStatus, async ({ db, actor }, { user_id }) => ({ status: await getStatus(db, actor, user_id) })),
];
