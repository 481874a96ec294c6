// Changing, deactivating and reactivating accounts.
import { deactivateOwnUser, deactivateUser, reactivateUser, updateUser, updateUserByEmail } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import type { SignUpConfig } from '../../kit/sign-in/sign-up-config.ts';
import { getUserByAddress, getUserRow } from '../users/users.queries.ts';
import {
  changeAccount,
  deactivateByRequest,
  deactivateOwnAccount,
  reactivateAccount,
} from './account-changes.actions.ts';

export const accountChangesRoutes = ({ sends_mail }: Pick<SignUpConfig, 'sends_mail'>): Route[] => [
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
  write(deactivateUser, async (context, { user_id, actions, deactivation_notification_comment }) => {
    const comment = sends_mail ? (deactivation_notification_comment ?? null) : null;
    await deactivateByRequest(context, context.actor, user_id, actions, comment);
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
