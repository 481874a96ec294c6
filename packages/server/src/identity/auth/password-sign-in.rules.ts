// Whether passwords of this server count; with `oidc_only` they do not. [SO17]
import { PasswordAuthDisabled, Refused } from '@stoa/contract';
import type { ServerFacts } from '../../kit/server-facts.ts';

type Facts = Pick<ServerFacts, 'takes_passwords'>;

/** For signing in, with the code that existing clients know. */
export function checkSignsInByPassword({ takes_passwords }: Facts): void {
  if (!takes_passwords) throw PasswordAuthDisabled('Password authentication is disabled in this organization');
}

/** For choosing a password, and for confirming by one. [SO45] */
export function checkTakesPasswords({ takes_passwords }: Facts): void {
  if (!takes_passwords) throw Refused('passwords_off');
}
