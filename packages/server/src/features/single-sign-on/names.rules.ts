// Which of the names that a provider proposes an account may have. Pure.
import { checkFullName } from '../../identity/users/users.rules.ts';

/** Without the characters that names must not have. */
export const plainName = (name: string): string => name.replace(/[*`\\>"@|]/gu, ' ');

/** The first that an account may have, if need be without those characters; null if there is none. */
export function usableName(names: readonly string[]): string | null {
  const name = [...names, ...names.map(plainName)].find(isFullName);
  return name === undefined ? null : checkFullName(name);
}

export function isFullName(name: string): boolean {
  try {
    checkFullName(name);
    return true;
  } catch {
    return false;
  }
}
