// How invitations end: revoked, used, or gone with who made them. Tells those who see them. [IV12]
import { invitesChanged, type RealmId } from '@stoa/contract';
import type { UserRow } from '../../identity/users/users.present.ts';
import type { Realm } from '../../kit/actor.ts';
import type { WriteContext } from '../../kit/write.ts';
import { managersOf } from './invites.rules.ts';
import type { InviteRow, InviteStatus } from './invites.tables.ts';

async function end(
  { tx, emit }: WriteContext,
  invites: readonly InviteRow[],
  status: Exclude<InviteStatus, 'pending'>,
): Promise<void> {
  const audiences = new Map(invites.map((invite) => [JSON.stringify(managersOf(invite)), managersOf(invite)]));
  for (const { id } of invites) await tx.run('update invites set status = $1 where id = $2', [status, id]);
  for (const audience of audiences.values()) emit(invitesChanged, {}, audience);
}

export const revokeInvite = (context: WriteContext, invite: InviteRow): Promise<void> =>
  end(context, [invite], 'revoked');

/** Who has left invites nobody any more. [IV7] */
export async function revokeInvitesOf(
  context: WriteContext,
  { realm: { realm_id }, user: { user_id } }: { realm: Realm; user: UserRow },
): Promise<void> {
  const invites = await context.tx.all<InviteRow>(
    "select * from invites where realm_id = $1 and invited_by_user_id = $2 and status = 'pending' order by id",
    [realm_id, user_id],
  );
  await end(context, invites, 'revoked');
}

/** The address has an account now: every invitation of it has served. [IV6] */
export async function acceptInvitesTo(
  context: WriteContext,
  realm_id: RealmId,
  email_key: string,
): Promise<InviteRow[]> {
  const invites = await context.tx.all<InviteRow>(
    "select * from invites where realm_id = $1 and email_key = $2 and status = 'pending' order by id",
    [realm_id, email_key],
  );
  await end(context, invites, 'accepted');
  return invites;
}
