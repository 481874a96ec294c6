// Every write of muted people. Only the muting account's clients receive events.
import { BadRequest, MAX_UNREAD_MESSAGES, mutedUsersChanged, Refused, type UserId } from '@stoa/contract';
import { getUserRow, getVisibleUser } from '../../identity/users/users.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { announceRead } from '../read-ranges/flag-events.actions.ts';
import { silenceSender, unsilenceSender } from '../read-ranges/read-ranges.actions.ts';
import { messagesRead } from '../read-ranges/read-ranges.hooks.ts';
import { findUnread } from '../read-ranges/unread.queries.ts';
import { findMutedUsers } from './muted-users.queries.ts';

async function emitMutedUsers({ tx, emit }: WriteContext, { user_id }: Actor): Promise<void> {
  emit(mutedUsersChanged, { muted_users: await findMutedUsers(tx, user_id) }, { users: [user_id] });
}

/** Bots and deactivated people can be muted too; their existing messages become read. [MU1] [MU4] */
export async function mute(context: WriteContext, actor: Actor, muted_user_id: UserId): Promise<void> {
  if (muted_user_id === actor.user_id) throw BadRequest('Cannot mute self');
  await getVisibleUser(context.tx, actor, muted_user_id);
  context.caps.check('muted-users', (await findMutedUsers(context.tx, actor.user_id)).length);
  const added = await context.tx.run(
    sql`insert into muted_users (user_id, muted_user_id, timestamp) values (${actor.user_id}, ${muted_user_id}, ${seconds(context.now)}) on conflict do nothing`,
  );
  if (added === 0) throw Refused('person_muted');
  const unread = await findUnread(context.tx, actor, { sender_id: muted_user_id, limit: MAX_UNREAD_MESSAGES });
  await silenceSender(context.tx, actor.user_id, muted_user_id);
  await context.trigger(messagesRead, { user_id: actor.user_id });
  await emitMutedUsers(context, actor);
  const read = unread.map(({ id }) => id);
  announceRead(
    context,
    actor,
    read.sort((a, b) => a - b),
  );
}

export async function unmute(context: WriteContext, actor: Actor, muted_user_id: UserId): Promise<void> {
  await getUserRow(context.tx, actor.realm.realm_id, muted_user_id);
  const removed = await context.tx.run(
    sql`delete from muted_users where user_id = ${actor.user_id} and muted_user_id = ${muted_user_id}`,
  );
  if (removed === 0) throw Refused('person_not_muted');
  await unsilenceSender(context.tx, actor.user_id, muted_user_id);
  await emitMutedUsers(context, actor);
}
