// Who must have two-factor sign-in, and who has not yet.
import type { RealmId, Role, UserId } from '@stoa/contract';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { DIRECTORY_ISSUER } from '../../kit/sign-in/password-directory.ts';
import type { PossiblyObliged } from '../../kit/sign-in/second-factor.ts';
import { findCredentialsById } from '../auth/auth.queries.ts';
import { countsPassword, type PasswordFacts } from '../auth/counting-passwords.queries.ts';
import { passkeySite } from '../passkeys/passkeys.rules.ts';
import { getRealmSettings } from '../realm/realm-settings.queries.ts';
import { concerns } from './requirement.rules.ts';

/** Whether the organization requires it of the account. Without the setting it takes no query. [TF17] */
export async function isRequired(db: Connection, passwords: PasswordFacts, account: PossiblyObliged): Promise<boolean> {
  return concerns(account.require_two_factor, account) && countsPassword(db, passwords, account);
}

/** {@link isRequired} by the id of an account. */
export async function isRequiredOf(
  db: Connection,
  passwords: PasswordFacts,
  realm_id: RealmId,
  user_id: UserId,
): Promise<boolean> {
  const account = await findCredentialsById(db, realm_id, user_id);
  return account !== null && isRequired(db, passwords, account);
}

/** As far as a whole organization is concerned. */
interface PasswordRules {
  /** Null if no directory is configured. */
  readonly directory: object | null;
  readonly facts: PasswordFacts['facts'];
}

export interface Gap {
  readonly user_id: UserId;
  readonly role: Role;
}

/** Finds which of these people their organization's setting shuts out. One query where the setting is off. [TF50] */
export async function findShutOut(
  db: Connection,
  passwords: PasswordRules,
  realm: Pick<Realm, 'realm_id' | 'url'>,
  user_ids: readonly UserId[],
): Promise<ReadonlySet<UserId>> {
  if (user_ids.length === 0) return new Set();
  const { require_two_factor } = await getRealmSettings(db, realm.realm_id);
  if (require_two_factor === 'nobody') return new Set();
  const gaps = await findGaps(db, passwords, realm, user_ids);
  const obliged = gaps.filter(({ role }) => concerns(require_two_factor, { role, is_bot: false }));
  return new Set(obliged.map(({ user_id }) => user_id));
}

/** The active people, of all or among some, who have a password that counts, and neither two-factor sign-in nor a passkey that counts. [TF23] */
export async function findGaps(
  db: Connection,
  { directory, facts }: PasswordRules,
  realm: Pick<Realm, 'realm_id' | 'url'>,
  among: readonly UserId[] | null = null,
): Promise<Gap[]> {
  if (!facts.takes_passwords) return [];
  const has_directory = directory !== null;
  const rp_id = passkeySite(realm)?.rp_id ?? '';
  return db.all<Gap>(
    sql`select user_id, role from users where realm_id = ${realm.realm_id} and is_active and not is_bot
       ${among === null ? sql.raw('') : sql`and user_id in ${sql.each(among)}`}
       and not exists (select 1 from two_factor where two_factor.user_id = users.user_id)
       and case when ${has_directory} and exists (select 1 from external_identities
           where external_identities.user_id = users.user_id and issuer = ${DIRECTORY_ISSUER}) then true
         else password_hash is not null
           and not exists (select 1 from passkeys where passkeys.user_id = users.user_id and rp_id = ${rp_id}) end
     order by user_id`,
  );
}
