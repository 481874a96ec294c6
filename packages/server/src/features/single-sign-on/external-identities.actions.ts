// Finds the account of a person whom the identity provider vouches for: connects it the first time, or creates it.
import { randomInt } from 'node:crypto';
import { type RealmId, Refused, UserDeactivated, type UserId } from '@stoa/contract';
import { type Credentials, findCredentialsById } from '../../identity/auth/auth.queries.ts';
import { findEmailObjection } from '../../identity/realm/allowed-emails.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { recordFirstLogin } from '../../identity/users/first-login.actions.ts';
import { findUserByEmail, isNameTaken } from '../../identity/users/users.queries.ts';
import { FULL_NAME_MAX } from '../../identity/users/users.rules.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { checkEmail, emailKey } from '../../kit/text/email-addresses.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findUsableInviteTo } from '../invites/invites.queries.ts';
import { type Admission, findAdmission, isOpen } from '../sign-up/admission.queries.ts';
import { admit, checkIsOfLink } from '../sign-up/sign-up.actions.ts';
import { findSubjectOf, findUserOfIdentity } from './external-identities.queries.ts';
import type { Identity } from './identity.rules.ts';
import { isFullName, plainName, usableName } from './names.rules.ts';

/** An identity provider or a directory, which vouches for people. */
export interface IdentitySource {
  /** Their ids are unique within it. */
  readonly issuer: string;
  /** The name that people know it by. */
  readonly name: string;
  /** Creates accounts of people without an invitation, also where the organization requires one. */
  readonly creates_accounts: boolean;
  /** Takes addresses of which it does not say whether it checked them. */
  readonly trusts_addresses: boolean;
}

/** The facts about a person that an account needs. */
type Person = Pick<Identity, 'subject' | 'email' | 'is_email_verified' | 'names' | 'language'>;

/** Where the provider proposes no name that an account may have. */
const NAMELESS = 'New member';

/** The range of numbers that tell namesakes apart where nothing else does. */
const [NUMBER_MIN, NUMBER_MAX] = [100_000, 1_000_000];

/** `invitation` is the key of the link that the person followed; null without one. */
export async function signOn(
  context: WriteContext,
  realm: Realm,
  source: IdentitySource,
  identity: Person,
  invitation: string | null,
): Promise<Credentials> {
  const { tx } = context;
  const known = await findUserOfIdentity(tx, realm.realm_id, source.issuer, identity.subject);
  const user_id = known ?? (await connectAccount(context, realm, source, identity, invitation));
  const account = (await findCredentialsById(tx, realm.realm_id, user_id))!;
  if (!account.is_active) throw UserDeactivated('Account is deactivated');
  await recordFirstLogin(context, realm, user_id);
  return account;
}

/** Forgets who the owner of an account is at providers; returns how many there were. [SO15] */
export async function forgetIdentities({ tx, record }: WriteContext, user_id: UserId): Promise<number> {
  const forgotten = await tx.run(sql`delete from external_identities where user_id = ${user_id}`);
  if (forgotten > 0) record({ kind: 'account_identities_forgotten', user_id });
  return forgotten;
}

/** The first time the address decides; afterwards it may change on both sides. [SO5] */
async function connectAccount(
  context: WriteContext,
  realm: Realm,
  source: IdentitySource,
  identity: Person,
  invitation: string | null,
): Promise<UserId> {
  const { tx } = context;
  const { issuer, name: provider } = source;
  const { subject, is_email_verified = source.trusts_addresses } = identity;
  if (identity.email === null) throw Refused('sign_on_no_address', { provider });
  const email = checkEmail(identity.email);
  if (!is_email_verified) throw Refused('sign_on_address_unconfirmed', { provider, email });
  const user = await findUserByEmail(tx, realm, email);
  // Neither a bot's address nor one that the server made up is a person's.
  if (user && (user.is_bot || emailKey(user.email) !== emailKey(email))) throw Refused('sign_on_no_account', { email });
  if (user && (await findSubjectOf(tx, user.user_id, issuer)) !== null)
    throw Refused('sign_on_other_identity', { provider, email });
  const user_id = user?.user_id ?? (await createPerson(context, realm, source, { ...identity, email }, invitation));
  await tx.run(
    sql`insert into external_identities (realm_id, user_id, issuer, subject, created_at)
     values (${realm.realm_id}, ${user_id}, ${issuer}, ${subject}, ${seconds(context.now)})`,
  );
  return user_id;
}

async function createPerson(
  context: WriteContext,
  realm: Realm,
  source: IdentitySource,
  { email, names, language }: Person & { readonly email: string },
  invitation: string | null,
): Promise<UserId> {
  const { tx } = context;
  const admission = await findPersonalAdmission(context, realm, source, email, invitation);
  if (!admission) throw Refused('sign_on_no_account', { email });
  const objection = await findEmailObjection(tx, realm.realm_id, email);
  if (objection !== null) throw objection;
  const full_name = await nameFor(tx, realm.realm_id, names);
  const person = { email, full_name, password_hash: null, language };
  return (await admit(context, realm, admission, person)).user_id;
}

/** Admits by the link that was followed, an invitation to the address, an open organization, or the operator's choice. [SO6] */
async function findPersonalAdmission(
  { tx, now }: WriteContext,
  realm: Realm,
  { creates_accounts }: IdentitySource,
  email: string,
  invitation: string | null,
): Promise<Admission | null> {
  if (invitation !== null) {
    const admission = await findAdmission(tx, realm, invitation, now);
    if (admission) {
      checkIsOfLink(admission, email);
      return admission;
    }
  }
  const usable = await findUsableInviteTo(tx, realm.realm_id, emailKey(email), now);
  const is_admitted = usable !== null || creates_accounts || (await isOpen(tx, realm.realm_id));
  return is_admitted ? { usable, email, confirmation: null } : null;
}

/** The first proposed name that the account may have; where names must differ, one that tells namesakes apart. [SO42] */
export async function nameFor(tx: Connection, realm_id: RealmId, names: readonly string[]): Promise<string> {
  const first = usableName(names) ?? NAMELESS;
  const { require_unique_names } = await getRealmSettings(tx, realm_id);
  if (!require_unique_names) return first;
  const others = [plainName(names.at(-1)!), String(randomInt(NUMBER_MIN, NUMBER_MAX))].map((addition) =>
    withAddition(first, addition),
  );
  for (const name of [first, ...others].filter(isFullName))
    if (!(await isNameTaken(tx, realm_id, name, null))) return name;
  throw Refused('name_taken');
}

/** Cut so that the addition fits. */
function withAddition(name: string, addition: string): string {
  const end = ` (${addition})`;
  return [...name.trim()].slice(0, Math.max(1, FULL_NAME_MAX - [...end].length)).join('') + end;
}
