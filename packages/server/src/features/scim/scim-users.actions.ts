// Creates, changes, deactivates and reactivates accounts as an identity provider asks. Every change is that of an administrator.
import { ApiError, ROLE, type UserId } from '@stoa/contract';
import { assignEmail, reactivateAccount } from '../../identity/account-changes/account-changes.actions.ts';
import { findEmailObjection } from '../../identity/realm/allowed-emails.queries.ts';
import { createAccount, deactivateAccount, setFullName, setRole } from '../../identity/users/users.actions.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { findUserByEmail, getUserRow } from '../../identity/users/users.queries.ts';
import { FULL_NAME_MAX } from '../../identity/users/users.rules.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { announceSignUp } from '../sign-up/announcement.actions.ts';
import { nameFor } from '../single-sign-on/external-identities.actions.ts';
import { plainName } from '../single-sign-on/names.rules.ts';
import { invalidValue, scimError } from './scim-error.rules.ts';
import { findOtherKnown, getScimUser, userNameKey } from './scim-users.queries.ts';
import type { UserChanges } from './user-changes.rules.ts';
import { joinedName, type NameParts, partsOfName, pathOf, type ScimUser } from './user-resource.rules.ts';

/** The provider's attributes that are stored beside the account. */
type Known = Pick<ScimUser, 'external_id' | 'user_name' | 'given_name' | 'family_name'>;
const UNKNOWN: Known = { external_id: null, user_name: null, given_name: null, family_name: null };

const isAddress = (user_name: string) => user_name.includes('@');

/** The account of a new person: without a password, awaiting its owner. [SI6] */
export async function createScimUser(context: WriteContext, realm: Realm, changes: UserChanges): Promise<UserId> {
  const { tx } = context;
  const { realm_id } = realm;
  const { user_name, role = ROLE.member, active = true, preferred_language: language = changes.locale } = changes;
  if (user_name === undefined) throw invalidValue('userName is required');
  const email = isAddress(user_name) ? user_name : changes.email;
  if (email === undefined) throw invalidValue('userName must be an email address, or emails must have one');
  const other = await findUserByEmail(tx, realm, email);
  // Made-up addresses find accounts too: the new account's own check refuses those.
  if (other && emailKey(other.email) === emailKey(email)) throw taken(other);
  const known: Known = { ...UNKNOWN, ...knownOf(changes), ...partsAfter(UNKNOWN, changes) };
  await checkNotTaken(context, realm, known, null);
  const objection = await findEmailObjection(tx, realm_id, email);
  if (objection !== null) throw objection;
  const full_name = await nameFor(tx, realm_id, [...namesOf(changes, known), email.slice(0, email.lastIndexOf('@'))]);
  const account = { email, full_name, role, password_hash: null, language, awaits_first_login: true };
  const user = await createAccount(context, realm, account);
  await saveKnown(context, realm, user.user_id, known);
  if (active) await announceSignUp(context, realm, user);
  else await deactivateAccount(context, realm, user.user_id);
  return user.user_id;
}

function taken({ user_id, is_active, is_bot, email }: UserRow): ApiError {
  if (is_bot) return scimError(409, `${email} is the address of a bot`, 'uniqueness');
  const detail = is_active ? 'has this address' : 'has this address and is deactivated: set active there';
  return scimError(409, `${pathOf('Users', user_id)} ${detail}`, 'uniqueness');
}

/** A deactivation changes nothing else, so that nothing else can prevent it. [SI8] */
export async function changeScimUser(
  context: WriteContext,
  realm: Realm,
  id: string,
  changes: UserChanges,
): Promise<void> {
  const { tx } = context;
  const user = await getScimUser(tx, realm.realm_id, id);
  const { user_id, is_active } = user;
  if (changes.active === false && is_active) return deactivateAccount(context, realm, user_id);
  if (changes.active === true && !is_active) await reactivateAccount(context, realm, user, null);
  // Parts that only follow from the name are kept once the provider says one of them.
  const known: Known = {
    ...user,
    ...knownOf(changes),
    ...(saysParts(changes) && partsAfter(partsOfName(user), changes)),
  };
  await checkNotTaken(context, realm, known, user_id);
  const email = addressOf(changes, known);
  if (email !== undefined) await assignEmail(context, realm, await getUserRow(tx, realm.realm_id, user_id), email);
  if (changes.role !== undefined) await setRole(context, realm, user_id, changes.role);
  await rename(context, realm, user, changes, known);
  await saveKnown(context, realm, user_id, known);
}

/** The same as `active: false`. What the provider said stays, so that the person is found when they return. [SI9] */
export async function deleteScimUser(context: WriteContext, realm: Realm, id: string): Promise<void> {
  const { user_id, is_active } = await getScimUser(context.tx, realm.realm_id, id);
  if (is_active) await deactivateAccount(context, realm, user_id);
}

/** `userName` decides if it is an address: `emails` may have another for mail. [SI5] */
function addressOf({ user_name, email }: UserChanges, known: Known): string | undefined {
  if (user_name !== undefined && isAddress(user_name)) return user_name;
  return known.user_name === null ? undefined : email;
}

function knownOf({ external_id, user_name }: UserChanges): Partial<Known> {
  return {
    ...(external_id !== undefined && { external_id }),
    ...(user_name !== undefined && { user_name: isAddress(user_name) ? null : user_name }),
  };
}

const saysParts = ({ given_name, family_name }: UserChanges) => given_name !== undefined || family_name !== undefined;

function partsAfter(before: NameParts, { given_name, family_name }: UserChanges): NameParts {
  return {
    given_name: given_name === undefined ? before.given_name : given_name,
    family_name: family_name === undefined ? before.family_name : family_name,
  };
}

async function checkNotTaken(
  { tx }: WriteContext,
  { realm_id }: Realm,
  { external_id, user_name }: Known,
  user_id: UserId | null,
): Promise<void> {
  const other =
    (external_id !== null && (await findOtherKnown(tx, realm_id, { external_id }, user_id))) ||
    (user_name !== null && (await findOtherKnown(tx, realm_id, { user_name }, user_id)));
  if (other) throw scimError(409, `${pathOf('Users', other)} has this externalId or userName`, 'uniqueness');
}

async function saveKnown({ tx }: WriteContext, { realm_id }: Realm, user_id: UserId, known: Known): Promise<void> {
  const { external_id, user_name, given_name, family_name } = known;
  const user_name_key = user_name === null ? null : userNameKey(user_name);
  await tx.run(
    sql`insert into scim_users (user_id, realm_id, external_id, user_name, user_name_key, given_name, family_name)
     values (${user_id}, ${realm_id}, ${external_id}, ${user_name}, ${user_name_key}, ${given_name}, ${family_name})
     on conflict (user_id) do update set external_id = excluded.external_id, user_name = excluded.user_name,
       user_name_key = excluded.user_name_key, given_name = excluded.given_name, family_name = excluded.family_name`,
  );
}

/** Proposed names, the best first: as they are, and then without what no name may have. [SI7] */
function namesOf({ display_name, formatted }: UserChanges, parts: NameParts): string[] {
  const names = [display_name, formatted, joinedName(parts)].filter((name) => name !== undefined && name !== null);
  return [...names, ...names.map(shortPlainName)];
}

function shortPlainName(name: string): string {
  const plain = plainName(name).replace(/\s+/gu, ' ').trim();
  return [...plain].slice(0, FULL_NAME_MAX).join('');
}

/** A name that the account may not have leaves the present one: a provider can't be asked for another. */
async function rename(
  context: WriteContext,
  realm: Realm,
  user: ScimUser,
  changes: UserChanges,
  parts: NameParts,
): Promise<void> {
  if (changes.display_name === undefined && changes.formatted === undefined) {
    // A name other than its parts together was chosen by itself.
    if (!saysParts(changes) || joinedName(partsOfName(user)) !== user.full_name) return;
  }
  const row = await getUserRow(context.tx, realm.realm_id, user.user_id);
  for (const name of namesOf(changes, parts)) {
    if (name.trim() === user.full_name) return;
    try {
      return await setFullName(context, realm, row, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
