// Roles by the names that programs and operators use; the API has numbers.
import { ROLE, type Role } from '@stoa/contract';

export const ROLE_NAMES = Object.keys(ROLE) as (keyof typeof ROLE)[];

/** The name of a role; the number of an unknown one. */
export function roleName(role: Role): string {
  return ROLE_NAMES.find((name) => ROLE[name] === role) ?? String(role);
}

/** Undefined for any other text. */
export function roleNamed(text: string): Role | undefined {
  const name = ROLE_NAMES.find((known) => known === text.toLowerCase());
  return name && ROLE[name];
}
