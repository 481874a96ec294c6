// Every write of user statuses. Announced to everybody.

import { BadRequest, type RealmId, Refused, type UserId, userStatusChanged } from '@stoa/contract';
import { findRequestedEmoji } from '../../conversation/emoji/emoji.queries.ts';
import { changeSettings } from '../../identity/settings/settings.actions.ts';
import { everybodySeeing } from '../../identity/users/user-access.queries.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { getUserRow } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findStatus, presentStatus } from './user-status.queries.ts';
import { checkStatusEmoji, checkStatusText, type Status, type StatusParams } from './user-status.rules.ts';

/** An account without a status has no row. */
async function storeStatus(tx: Transaction, user_id: UserId, status: Status): Promise<void> {
  const { status_text, emoji_name, emoji_code, reaction_type } = status;
  if (status_text === '' && emoji_name === '') {
    await tx.run(sql`delete from user_status where user_id = ${user_id}`);
    return;
  }
  await tx.run(
    sql`insert into user_status (user_id, status_text, emoji_name, emoji_code, reaction_type) values (${user_id}, ${status_text}, ${emoji_name}, ${emoji_code}, ${reaction_type})
     on conflict (user_id) do update set status_text = excluded.status_text, emoji_name = excluded.emoji_name,
       emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`,
  );
}

/** Changes the given fields and announces what changed. [PS1] */
async function changeStatus(
  { tx, emit }: WriteContext,
  realm_id: RealmId,
  user: Pick<UserRow, 'user_id' | 'is_bot'>,
  status: StatusParams,
): Promise<void> {
  const { user_id } = user;
  const before = await findStatus(tx, user_id);
  const status_text = status.status_text === undefined ? before.status_text : checkStatusText(status.status_text);
  const emoji = checkStatusEmoji(status, await findRequestedEmoji(tx, realm_id, status));
  const after: Status = { ...before, ...emoji, status_text };
  const new_text = after.status_text !== before.status_text;
  const new_emoji =
    after.emoji_name !== before.emoji_name ||
    after.emoji_code !== before.emoji_code ||
    after.reaction_type !== before.reaction_type;
  if (!new_text && !new_emoji) return;
  await storeStatus(tx, user_id, after);
  const { emoji_name, emoji_code, reaction_type } = after;
  const event = {
    user_id,
    ...(new_text ? { status_text: after.status_text } : {}),
    ...(new_emoji ? { emoji_name, emoji_code, reaction_type } : {}),
  };
  emit(userStatusChanged, event, await everybodySeeing(tx, realm_id, user));
}

export async function changeOwnStatus(
  context: WriteContext,
  actor: Actor,
  { away, ...status }: StatusParams & { away?: boolean },
): Promise<void> {
  if (actor.is_bot) throw BadRequest('This endpoint does not accept bot requests.');
  const values = [away, status.status_text, status.emoji_name, status.emoji_code, status.reaction_type];
  if (values.every((value) => value === undefined)) throw BadRequest('Client did not pass any new values.');
  await changeStatus(context, actor.realm.realm_id, actor, status);
  if (away === undefined) return;
  const user = await getUserRow(context.tx, actor.realm.realm_id, actor.user_id);
  await changeSettings(context, actor.realm, [user], { presence_enabled: !away });
}

export async function changeStatusOf(
  context: WriteContext,
  realm_id: RealmId,
  user_id: UserId,
  status: StatusParams,
): Promise<void> {
  const user = await getUserRow(context.tx, realm_id, user_id);
  if (!user.is_active) throw Refused('person_deactivated');
  const values = [status.status_text, status.emoji_name, status.emoji_code, status.reaction_type];
  if (values.every((value) => value === undefined)) throw BadRequest('Client did not pass any new values.');
  await changeStatus(context, realm_id, user, status);
}

/** Clears the status of an account that is erased. [PD6] */
export function clearStatus(context: WriteContext, realm_id: RealmId, user: UserRow): Promise<void> {
  return changeStatus(context, realm_id, user, { status_text: '', emoji_name: '' });
}

/** Announces the status of accounts that become visible to limited guests. [UA6] */
export async function announceStatus(
  { tx, emit }: WriteContext,
  { user: { user_id, settings }, guests }: { user: UserRow; guests: readonly UserId[] },
): Promise<void> {
  const status = presentStatus(settings, await findStatus(tx, user_id));
  if (Object.keys(status).length > 0) emit(userStatusChanged, { user_id, ...status }, { users: guests });
}
