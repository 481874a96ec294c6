// Links to a new password, made by administrators.
import { createPasswordResetLink } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import { checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { createResetLinkFor } from './reset-links.actions.ts';

export const passwordResetRoutes = (facts: Pick<ServerFacts, 'takes_passwords'>): Route[] => [
  write(createPasswordResetLink, (context, { user_id }) => {
    checkTakesPasswords(facts);
    return createResetLinkFor(context, context.actor, user_id);
  }),
];
