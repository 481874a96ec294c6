// Erases an account: what identifies the person at once, everything else by a job.
import { BadRequest, CannotDeactivateLastUser, type ErasedMessages, Refused, type UserId } from '@stoa/contract';
import { newestMessageId } from '../../conversation/recipients/message-times.queries.ts';
import { forgetInvitesTo } from '../../features/invites/invite-status.actions.ts';
import { clearStatus } from '../../features/user-status/user-status.actions.ts';
import { checkMayChangeAccess } from '../../identity/account-changes/account-changes.rules.ts';
import { anonymizeAccount } from '../../identity/account-changes/anonymizing.actions.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { checkNotErased } from '../../identity/users/erased.queries.ts';
import { deactivateAccount } from '../../identity/users/users.actions.ts';
import { getUserRow, isOnlyOwner } from '../../identity/users/users.queries.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { emailKey } from '../../kit/text/email-addresses.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { STAGES } from './personal-data.tables.ts';

export const ERASURE_JOB = 'erasure';

export interface ErasureRequest {
  readonly user_id: UserId;
  readonly messages: ErasedMessages;
  /** Null: the operator. */
  readonly acting_user_id: UserId | null;
}

/** [PD5] */
export async function eraseByRequest(
  context: WriteContext,
  actor: Actor,
  request: Pick<ErasureRequest, 'user_id' | 'messages'>,
): Promise<void> {
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  checkMayChangeAccess(actor, await getUserRow(context.tx, actor.realm.realm_id, request.user_id));
  await startErasure(context, actor.realm, { ...request, acting_user_id: actor.user_id });
}

/** Refused unless the organization allows it; administrators always may. [PD5] */
export async function eraseOwnAccount(context: WriteContext, actor: Actor, messages: ErasedMessages): Promise<void> {
  const { realm, user_id } = actor;
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  const { enable_account_erasure } = await getRealmSettings(context.tx, realm.realm_id);
  if (!enable_account_erasure) throw Refused('account_erasure_off');
  if (await isOnlyOwner(context.tx, realm.realm_id, user_id))
    throw CannotDeactivateLastUser('Cannot deactivate the only organization owner.', {
      is_last_owner: true,
      entity: 'organization owner',
    });
  await startErasure(context, realm, { user_id, messages, acting_user_id: user_id });
}

/** The account can't be restored. [PD6] */
export async function startErasure(
  context: WriteContext,
  realm: Realm,
  { user_id, messages, acting_user_id }: ErasureRequest,
): Promise<void> {
  const { tx, now } = context;
  const { realm_id } = realm;
  const user = await getUserRow(tx, realm_id, user_id);
  if (user.is_bot) throw BadRequest('Bots cannot be erased: deactivate them.');
  await checkNotErased(tx, user_id);
  await clearStatus(context, realm_id, user);
  if (user.is_active) await deactivateAccount(context, realm, user_id);
  await forgetInvitesTo(context, realm_id, emailKey(user.email));
  await anonymizeAccount(context, realm, await getUserRow(tx, realm_id, user_id));
  await tx.run(
    sql`insert into erasures (user_id, realm_id, acting_user_id, removes_messages, requested_at, stage, until_id)
     values (${user_id}, ${realm_id}, ${acting_user_id}, ${messages === 'remove'}, ${seconds(now)}, ${STAGES[0]}, ${await newestMessageId(tx)})`,
  );
  context.record({ kind: 'account_erased', user_id, changes: [{ field: 'messages', new: messages }] });
  context.enqueue({ kind: ERASURE_JOB, body: { user_id } });
}
