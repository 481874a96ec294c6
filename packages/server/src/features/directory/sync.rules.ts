// What the directory's list of people means for accounts. Pure. [LD10] [LD11]
import { usableName } from '../single-sign-on/names.rules.ts';
import type { ConnectedAccount } from './directory-accounts.queries.ts';
import type { DirectoryPerson } from './entry.rules.ts';

/** How many people may always be deactivated at once; more only up to this share of the accounts. */
const [ALWAYS, SHARE] = [3, 1 / 5];

export interface Rename {
  readonly account: ConnectedAccount;
  readonly full_name: string;
}

/** The accounts of people whom the list lacks, or who are disabled there. */
export const absentFrom = (people: ReadonlyMap<string, DirectoryPerson>, accounts: readonly ConnectedAccount[]) =>
  accounts.filter(({ subject }) => people.get(subject)?.is_disabled !== false);

export function renames(
  people: ReadonlyMap<string, DirectoryPerson>,
  accounts: readonly ConnectedAccount[],
): readonly Rename[] {
  return accounts.flatMap((account) => {
    const full_name = usableName(people.get(account.subject)?.names ?? []);
    return full_name === null || full_name === account.full_name ? [] : [{ account, full_name }];
  });
}

/** Why nothing must happen; null if nothing speaks against it. A directory that was emptied or misread must not end everybody's access. */
export function objection(listed: number, accounts: number, absent: number): string | null {
  if (listed === 0) return 'the directory lists nobody';
  if (absent > ALWAYS && absent > accounts * SHARE)
    return `${absent} of ${accounts} people would be deactivated at once`;
  return null;
}
