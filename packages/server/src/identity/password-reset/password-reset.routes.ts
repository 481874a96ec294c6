// Links to a new password, made by administrators.
import { createPasswordResetLink } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import { createResetLinkFor } from './reset-links.actions.ts';

export const passwordResetRoutes: Route[] = [
  write(createPasswordResetLink, (context, { user_id }) => createResetLinkFor(context, context.actor, user_id)),
];
