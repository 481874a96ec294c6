// Follows the directory: ends the access of people who are gone there, and takes their names from it. [LD10]

import { ApiError, type RealmId, type UserId } from '@stoa/contract';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import { deactivateAccount, setFullName } from '../../identity/users/users.actions.ts';
import { getUserRow, isOnlyOwner } from '../../identity/users/users.queries.ts';
import type { Store } from '../../kit/database/connection.ts';
import { BY_DIRECTORY } from '../../kit/write/audit-record.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type ConnectedAccount, findConnectedAccounts, findDirectorySubject } from './directory-accounts.queries.ts';
import type { LdapDirectory } from './ldap-directory.ts';
import { absentFrom, objection, type Rename, renames } from './sync.rules.ts';

export interface SyncChoices {
  /** Changes nothing. */
  readonly is_trial?: boolean;
  /** However many people would be deactivated. */
  readonly is_forced?: boolean;
}

/** The accounts that were changed, or would be. */
export interface SyncReport {
  readonly accounts: number;
  readonly deactivated: readonly ConnectedAccount[];
  readonly renamed: readonly Rename[];
  /** Gone in the directory, but the only owner here. */
  readonly kept: readonly ConnectedAccount[];
  /** Why nothing was done; null if it was. */
  readonly objection: string | null;
}

interface SyncServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly directory: Pick<LdapDirectory, 'list' | 'findAbsent'>;
}

/** A sync that failed part of the way. Run again, it goes on. */
export class SyncInterrupted extends Error {
  constructor(
    readonly done: SyncReport,
    cause: unknown,
  ) {
    super(`interrupted part of the way: ${(cause as Error).message}`, { cause });
  }
}

/** Throws {@link SyncInterrupted} once there may have been changes; nothing has happened if it throws anything else. */
export async function syncOrganization(
  services: SyncServices,
  realm_id: RealmId,
  { is_trial = false, is_forced = false }: SyncChoices = {},
): Promise<SyncReport> {
  const { store, writer, directory } = services;
  const accounts = await store.snapshot((db) => findConnectedAccounts(db, realm_id));
  const untouched = { accounts: accounts.length, deactivated: [], renamed: [], kept: [], objection: null };
  if (accounts.length === 0) return untouched;
  const people = await directory.list();
  const absent = people.size === 0 ? accounts : await confirmAbsence(directory, absentFrom(people, accounts));
  const reason = objection(people.size, accounts.length, absent.length);
  if (reason !== null && !(is_forced && people.size > 0)) return { ...untouched, objection: reason };

  const isChanged = (account: ConnectedAccount, change: (context: WriteContext) => Promise<void>) => {
    const follow = async (context: WriteContext) => {
      // Somebody may have changed or disconnected the account meanwhile.
      const { is_active } = await getUserRow(context.tx, realm_id, account.user_id);
      if (!is_active || (await findDirectorySubject(context.tx, account.user_id)) !== account.subject) return false;
      if (!is_trial) await change(context);
      return true;
    };
    return writer.write(realm_id, follow, { origin: BY_DIRECTORY });
  };
  const [deactivated, kept]: [ConnectedAccount[], ConnectedAccount[]] = [[], []];
  const renamed: Rename[] = [];
  const report = { accounts: accounts.length, deactivated, renamed, kept, objection: null };
  try {
    for (const account of absent) {
      if (await isOnlyOwner(store.db, realm_id, account.user_id)) kept.push(account);
      else if (await isChanged(account, (context) => deactivate(context, realm_id, account.user_id)))
        deactivated.push(account);
    }
    for (const rename of renames(people, accounts))
      if (await isChanged(rename.account, (context) => setName(context, realm_id, rename)).catch(isNotRefused))
        renamed.push(rename);
  } catch (error) {
    throw new SyncInterrupted(report, error);
  }
  return report;
}

/** Those that the directory, asked about each, does not have either. */
async function confirmAbsence(
  directory: SyncServices['directory'],
  candidates: readonly ConnectedAccount[],
): Promise<readonly ConnectedAccount[]> {
  if (candidates.length === 0) return [];
  const subjects = await directory.findAbsent(candidates.map(({ subject }) => subject));
  return candidates.filter(({ subject }) => subjects.has(subject));
}

async function deactivate(context: WriteContext, realm_id: RealmId, user_id: UserId): Promise<void> {
  await deactivateAccount(context, await getRealm(context.tx, realm_id), user_id);
}

async function setName(context: WriteContext, realm_id: RealmId, { account, full_name }: Rename): Promise<void> {
  const user = await getUserRow(context.tx, realm_id, account.user_id);
  await setFullName(context, await getRealm(context.tx, realm_id), user, full_name);
}

/** Somebody else has the name, where names must differ. */
function isNotRefused(error: unknown): false {
  if (error instanceof ApiError) return false;
  throw error;
}
