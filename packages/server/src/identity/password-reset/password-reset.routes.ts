// Links to a new password, made by administrators.
import { createPasswordResetLink } from '@stoa/contract';
import { type Route, write } from '../../kit/http/route.ts';
import type { ServerFacts } from '../../kit/server-facts.ts';
import type { PasswordDirectory } from '../../kit/sign-in/password-directory.ts';
import { checkHasOwnPassword } from '../auth/own-proof.queries.ts';
import { checkTakesPasswords } from '../auth/password-sign-in.rules.ts';
import { createResetLinkFor } from './reset-links.actions.ts';

interface ResetLinkServices {
  readonly directory: PasswordDirectory | null;
  readonly facts: Pick<ServerFacts, 'takes_passwords'>;
}

export const passwordResetRoutes = ({ directory, facts }: ResetLinkServices): Route[] => [
  write(createPasswordResetLink, async (context, { user_id }) => {
    checkTakesPasswords(facts);
    const link = await createResetLinkFor(context, context.actor, user_id);
    // After the checks of that: who may not make links does not learn who is in the directory.
    await checkHasOwnPassword(context.tx, directory, { user_id });
    return link;
  }),
];
