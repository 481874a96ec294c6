// The accounts of people of the directory: found by their id there; connected or created when they first sign in. [LD2] [LD5]
import { Refused } from '@stoa/contract';
import type { Credentials } from '../../identity/auth/auth.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { DIRECTORY_ISSUER } from '../../kit/sign-in/password-directory.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type IdentitySource, signOn } from '../single-sign-on/external-identities.actions.ts';
import { findUserOfIdentity } from '../single-sign-on/external-identities.queries.ts';
import { usableName } from '../single-sign-on/names.rules.ts';
import { findKnownAddresses } from './directory-accounts.queries.ts';
import type { DirectoryPerson } from './entry.rules.ts';

/** The operator's settings for accounts of the directory. */
export interface DirectoryPolicy {
  readonly name: string;
  readonly creates_accounts: boolean;
}

/** The account of somebody who proved who they are. */
export async function signInFromDirectory(
  context: WriteContext,
  realm: Realm,
  { name, creates_accounts }: DirectoryPolicy,
  { subject, addresses, names, language }: DirectoryPerson,
): Promise<Credentials> {
  // The directory is the operator's, and so are its addresses.
  const source: IdentitySource = { issuer: DIRECTORY_ISSUER, name, creates_accounts, trusts_addresses: true };
  const known = await findUserOfIdentity(context.tx, realm.realm_id, DIRECTORY_ISSUER, subject);
  // Later the id alone decides.
  const email = known === null ? await chooseAddress(context.tx, realm, name, addresses) : null;
  const proposed = [usableName(names), email?.split('@')[0]].filter((text) => text != null);
  const person = { subject, email, is_email_verified: true, names: proposed, language };
  return signOn(context, realm, source, person, null);
}

/** The one that an account has, else the first. */
async function chooseAddress(
  db: Connection,
  realm: Realm,
  provider: string,
  addresses: readonly string[],
): Promise<string | null> {
  const { usable, taken } = await findKnownAddresses(db, realm, addresses);
  if (taken.length > 1) throw Refused('directory_several_accounts', { provider });
  return taken[0] ?? usable[0] ?? addresses[0] ?? null;
}
