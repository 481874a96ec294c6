// The ends of invitations: revoked, used, or their creator is gone. Announced to those who can see them. [IV12]
import { invitesChanged, type RealmId, type UserId } from '@stoa/contract';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { managersOf } from './invites.rules.ts';
import type { InviteRow, InviteStatus } from './invites.tables.ts';

async function endInvites(
  { tx, emit, record }: WriteContext,
  invites: readonly InviteRow[],
  status: Exclude<InviteStatus, 'pending'>,
): Promise<void> {
  const audiences = new Map(invites.map((invite) => [JSON.stringify(managersOf(invite)), managersOf(invite)]));
  for (const { id, invited_by_user_id } of invites) {
    await tx.run(sql`update invites set status = ${status} where id = ${id}`);
    if (status === 'revoked') record({ kind: 'invitation_revoked', user_id: invited_by_user_id });
  }
  for (const audience of audiences.values()) emit(invitesChanged, {}, audience);
}

export const revokeInvite = (context: WriteContext, invite: InviteRow): Promise<void> =>
  endInvites(context, [invite], 'revoked');

/** Revokes the invitations of an account that is gone. [IV7] */
export async function revokeInvitesOf(
  context: WriteContext,
  { realm: { realm_id }, user: { user_id } }: { realm: Realm; user: UserRow },
): Promise<void> {
  const invites = await context.tx.all<InviteRow>(
    sql`select * from invites where realm_id = ${realm_id} and invited_by_user_id = ${user_id} and status = 'pending' order by id`,
  );
  await endInvites(context, invites, 'revoked');
}

/** Revokes those of all organizations: their links can't be shown or mailed again after another secret. No node serves them yet. [AU893] */
export async function revokeAllInvites({ tx }: WriteContext): Promise<void> {
  await tx.run(sql`update invites set status = ${'revoked' satisfies InviteStatus} where status = 'pending'`);
}

/** The address now has an account: marks all of its invitations as accepted. [IV6] */
export async function acceptInvitesTo(
  context: WriteContext,
  realm_id: RealmId,
  email_key: string,
): Promise<InviteRow[]> {
  const invites = await context.tx.all<InviteRow>(
    sql`select * from invites where realm_id = ${realm_id} and email_key = ${email_key} and status = 'pending' order by id`,
  );
  await endInvites(context, invites, 'accepted');
  return invites;
}

/** Forgets invitations to the address of a person who was erased. [PD6] */
export async function forgetInvitesTo(context: WriteContext, realm_id: RealmId, email_key: string): Promise<void> {
  const invites = await context.tx.all<InviteRow>(
    sql`select * from invites where realm_id = ${realm_id} and email_key = ${email_key} order by id`,
  );
  await endInvites(
    context,
    invites.filter(({ status }) => status === 'pending'),
    'revoked',
  );
  for (const { id } of invites) await deleteInvite(context, id);
}

/** Deletes the ended invitations of an account that was erased, at most `limit`; returns how many. [PD8] */
export async function forgetInvitesOf(context: WriteContext, user_id: UserId, limit: number): Promise<number> {
  const invites = await context.tx.all<{ id: number }>(
    sql`select id from invites where invited_by_user_id = ${user_id} limit ${limit}`,
  );
  for (const { id } of invites) await deleteInvite(context, id);
  return invites.length;
}

/** Also deletes the confirmations that were mailed for it. */
async function deleteInvite({ tx }: WriteContext, id: number): Promise<void> {
  await tx.run(sql`delete from confirmations where invite_id = ${id}`);
  await tx.run(sql`delete from invites where id = ${id}`);
}
