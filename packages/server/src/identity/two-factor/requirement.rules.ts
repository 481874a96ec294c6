// Whom the setting of an organization obliges to two-factor sign-in, as far as it follows from the account alone. Pure.
import { ROLE, type Role } from '@stoa/contract';

interface Account {
  readonly role: Role;
  readonly is_bot: boolean;
}

/** `required` as stored: null is the default. Says nothing of passwords. [TF17] */
export function concerns(required: string | null, { role, is_bot }: Account): boolean {
  if (is_bot) return false;
  return required === 'everybody' || (required === 'administrators' && role <= ROLE.administrator);
}
