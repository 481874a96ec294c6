// Which accounts belong to which people of identity providers.
import type { RealmId, UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

/** The account of a person; null if they never signed in here by this provider. */
export async function findUserOfIdentity(
  db: Connection,
  realm_id: RealmId,
  issuer: string,
  subject: string,
): Promise<UserId | null> {
  const row = await db.get<{ user_id: UserId }>(
    sql`select user_id from external_identities where realm_id = ${realm_id} and issuer = ${issuer} and subject = ${subject}`,
  );
  return row?.user_id ?? null;
}

/** The person of an account; null if its owner never signed in by this provider. */
export async function findSubjectOf(db: Connection, user_id: UserId, issuer: string): Promise<string | null> {
  const row = await db.get<{ subject: string }>(
    sql`select subject from external_identities where user_id = ${user_id} and issuer = ${issuer}`,
  );
  return row?.subject ?? null;
}

interface SignedOn {
  readonly realm_id: RealmId;
  readonly user_id: UserId;
}

/** The accounts, in all organizations, that have sessions or codes of a person at the provider, or of one session there. */
export function findSignedOn(
  db: Connection,
  issuer: string,
  { subject, sid }: { readonly subject: string | null; readonly sid: string | null },
): Promise<SignedOn[]> {
  const by_subject = subject === null ? sql.nothing : sql`and subject = ${subject}`;
  const by_sid = sid === null ? sql.nothing : sql`and sid = ${sid}`;
  return db.all<SignedOn>(
    sql`select distinct realm_id, user_id from external_identities
     join (select user_id, sign_on_sid as sid from sessions where sign_on_sid is not null and ended_at is null
       union all select user_id, sid from sign_on_codes) as signed_on using (user_id)
     where issuer = ${issuer} ${by_subject} ${by_sid}`,
  );
}
