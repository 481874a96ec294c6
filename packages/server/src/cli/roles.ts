// Roles on the command line.
import { ROLE, type Role } from '@stoa/contract';
import { ROLE_NAMES, roleNamed } from '../kit/access/role-names.ts';
import { UsageError } from './command.ts';

/** Accepts a name, or the number of the API. */
export function parseRole(text: string): Role {
  const role = roleNamed(text) ?? Object.values(ROLE).find((known) => String(known) === text);
  if (role === undefined) throw new UsageError(`a role is one of ${ROLE_NAMES.join(', ')}, not "${text}"`);
  return role;
}
