// Changing, deactivating and reactivating accounts.
import { deactivateOwnUser, deactivateUser, reactivateUser, updateUser, updateUserByEmail } from '@stoa/contract';
import { type Route, write } from '../kit/http/route.ts';
import {
  changeAccount,
  deactivateByRequest,
  deactivateOwnAccount,
  reactivateAccount,
} from './account-changes.actions.ts';
import { getUserByAddress, getUserRow } from './users.queries.ts';

export const accountChangesRoutes: Route[] = [
  write(updateUser, async (context, { user_id, ...changes }) => {
    const { tx, actor, realm } = context;
    await changeAccount(context, actor, await getUserRow(tx, realm.realm_id, user_id), changes);
    return {};
  }),
  write(updateUserByEmail, async (context, { email, ...changes }) => {
    const { tx, actor } = context;
    await changeAccount(context, actor, await getUserByAddress(tx, actor, email), changes);
    return {};
  }),
  write(deactivateUser, async (context, { user_id, actions }) => {
    await deactivateByRequest(context, context.actor, user_id, actions);
    return {};
  }),
  write(deactivateOwnUser, async (context) => {
    await deactivateOwnAccount(context, context.actor);
    return {};
  }),
  write(reactivateUser, async (context, { user_id }) => {
    await reactivateAccount(context, context.realm, { user_id }, context.actor);
    return {};
  }),
];
