// Every read of invitations.

import { type Invitation, type RealmId, Refused } from '@stoa/contract';
import type { UserRow } from '../../identity/users/users.present.ts';
import { findUsersById } from '../../identity/users/users.queries.ts';
import { type Actor, isAdministrator, type Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { JsonText } from '../../kit/json/json-text.ts';
import { inOrderOf, listText, SHORT_ROWS_AT_ONCE } from '../../kit/json/list-text.ts';
import { type LinkKeys, linkHash } from '../../kit/secrets/link-keys.ts';
import { seconds } from '../../kit/time/clock.ts';
import { mayInviteAs, mayManageInvite } from './invites.rules.ts';
import type { InviteRow } from './invites.tables.ts';

export type { InviteRow } from './invites.tables.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** A condition on invitations: the link works now. `now` in milliseconds. */
const isUsable = (now: number) => sql`status = 'pending' and (expires_at is null or expires_at > ${seconds(now)})`;

export function linkOf(realm: Realm, links: LinkKeys, { nonce }: Pick<InviteRow, 'nonce'>): string {
  return `${realm.url}/join/${links.keyOf('invitation', nonce)}/`;
}

function present(realm: Realm, links: LinkKeys, invite: ListedRow): Invitation {
  const { id, invited_by_user_id, invited, expires_at, invited_as, email } = invite;
  const common = { id, invited_by_user_id, invited, expiry_date: expires_at, invited_as };
  return email === null
    ? { ...common, is_multiuse: true, link_url: linkOf(realm, links, invite) }
    : { ...common, is_multiuse: false, email, notify_referrer_on_join: invite.notify_referrer_on_join };
}

/** Without lists of channels and groups, which may have a thousand each. */
const LISTED_COLUMNS = 'id, invited_by_user_id, email, nonce, invited_as, invited, expires_at, notify_referrer_on_join';
type ListedRow = Pick<
  InviteRow,
  'id' | 'invited_by_user_id' | 'email' | 'nonce' | 'invited_as' | 'invited' | 'expires_at' | 'notify_referrer_on_join'
>;

/** The usable invitations that the actor can see, by id, as text. [IV8] [HT854] */
export async function findInvitations(db: Connection, actor: Actor, links: LinkKeys, now: number): Promise<JsonText> {
  const own = isAdministrator(actor) ? sql.nothing : sql`and invited_by_user_id = ${actor.user_id}`;
  const find = (after: number) =>
    db.all<ListedRow>(
      sql`select ${sql.raw(LISTED_COLUMNS)} from invites
       where realm_id = ${actor.realm.realm_id} and ${isUsable(now)} ${own} and id > ${after} order by id limit ${SHORT_ROWS_AT_ONCE}`,
    );
  const { realm } = actor;
  async function* presented(): AsyncGenerator<Invitation[], void> {
    for await (const rows of inOrderOf('id', find))
      yield rows.filter((invite) => mayManageInvite(actor, invite)).map((invite) => present(realm, links, invite));
  }
  return listText(presented());
}

async function findInvite(db: Connection, realm_id: RealmId, id: number): Promise<InviteRow | null> {
  return db.get<InviteRow>(sql`select * from invites where realm_id = ${realm_id} and id = ${id}`);
}

/** An invitation that the actor can revoke; one they cannot see is reported as missing. [IV11] */
export async function getManagedInvite(
  db: Connection,
  actor: Actor,
  { id, is_multiuse }: { id: number; is_multiuse: boolean },
): Promise<InviteRow> {
  const invite = await findInvite(db, actor.realm.realm_id, id);
  const there = invite !== null && invite.status === 'pending' && (invite.email === null) === is_multiuse;
  if (!there || !mayManageInvite(actor, invite)) throw Refused('invitation_gone');
  return invite;
}

export interface UsableInvite {
  readonly invite: InviteRow;
  readonly inviter: UserRow;
}

/** Whether its creator is active and could still create the same invitation. [IV7] */
async function withInviter(db: Connection, invite: InviteRow): Promise<UsableInvite | null> {
  const [inviter] = await findUsersById(db, invite.realm_id, [invite.invited_by_user_id]);
  return inviter?.is_active && mayInviteAs(inviter, invite.invited_as) ? { invite, inviter } : null;
}

/** The invitation of a link, if it is usable now. [IV7] */
export async function findUsableInvite(
  db: Connection,
  realm_id: RealmId,
  key: string,
  now: number,
): Promise<UsableInvite | null> {
  const invite = await db.get<InviteRow>(
    sql`select * from invites where realm_id = ${realm_id} and ${isUsable(now)} and key_hash = ${linkHash(key)}`,
  );
  return invite && withInviter(db, invite);
}

/** The newest usable invitation that was mailed to an address. */
export async function findUsableInviteTo(
  db: Connection,
  realm_id: RealmId,
  email_key: string,
  now: number,
): Promise<UsableInvite | null> {
  const invites = await db.all<InviteRow>(
    sql`select * from invites where realm_id = ${realm_id} and email_key = ${email_key} and ${isUsable(now)} order by id desc`,
  );
  for (const invite of invites) {
    const usable = await withInviter(db, invite);
    if (usable) return usable;
  }
  return null;
}

/** An invitation whose link was used in time and that was not revoked since. */
export async function findUnrevokedInvite(db: Connection, realm_id: RealmId, id: number): Promise<UsableInvite | null> {
  const invite = await findInvite(db, realm_id, id);
  return invite?.status === 'pending' ? withInviter(db, invite) : null;
}

export function wasMailedToday({ invited }: InviteRow, now: number): boolean {
  return invited > seconds(now) - DAY_SECONDS;
}

/** Number of invitations mailed in the last 24 hours, in any state. [IV10] */
export async function countMailed(db: Connection, realm_id: RealmId, now: number): Promise<number> {
  const row = await db.get<{ mailed: number | string }>(
    sql`select coalesce(sum(emails_sent), 0) as mailed from invites where realm_id = ${realm_id} and invited > ${seconds(now) - DAY_SECONDS}`,
  );
  return Number(row!.mailed);
}
