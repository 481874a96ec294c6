// Role names on the command line.
import { ROLE, type Role } from '@stoa/contract';
import { UsageError } from './command.ts';

const names = Object.keys(ROLE) as (keyof typeof ROLE)[];

/** Accepts a name, or the number of the API. */
export function parseRole(text: string): Role {
  const name = names.find((known) => known === text.toLowerCase() || String(ROLE[known]) === text);
  if (!name) throw new UsageError(`a role is one of ${names.join(', ')}, not "${text}"`);
  return ROLE[name];
}

export function roleName(role: Role): string {
  return names.find((name) => ROLE[name] === role) ?? String(role);
}
