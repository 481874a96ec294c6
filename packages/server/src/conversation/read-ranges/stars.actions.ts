// Announces starred messages that become hidden when people leave a channel or change role, or visible again. [RS6]

import { flagsAdd, flagsRemove, type MessageId, type RecipientId, type Role, type UserId } from '@stoa/contract';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import type { RoleChange } from '../../identity/users/users.hooks.ts';
import type { Actor, Realm } from '../../kit/access/actor.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf, inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findRangesOfRecipient, isInRanges } from '../access/readable-ranges.queries.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { grantsOf, hasContentAccess } from '../channels/channels.rules.ts';
import { FLAG } from '../message-rules/flags.rules.ts';
import { findStarred } from './flags.queries.ts';

type Who = Pick<Actor, 'user_id' | 'role'>;

/** People who joined or left a channel. */
interface Movement {
  readonly channel: ChannelRow;
  readonly users: readonly Who[];
}

/**
 * After people joined (`add`) or left (`remove`) channels; nothing for those who can read the channel anyway. Who has starred much is
 * looked at once, not for each of hundreds of channels. [RS800]
 */
export async function announceStars(
  { tx, emit }: WriteContext,
  realm: Realm,
  op: 'add' | 'remove',
  movements: readonly Movement[],
): Promise<void> {
  const starred = await findStarredIn(tx, movements);
  for (const { channel, users } of movements)
    for (const who of users) {
      const ids = starred.get(placeOf(who.user_id, channel.recipient_id));
      if (!ids) continue;
      const actor = { ...who, realm } as Actor;
      const { recipient_id } = channel;
      if (hasContentAccess(actor, channel, false, grantsOf(actor, channel, await findGroupIds(tx, actor)))) continue;
      if (op === 'remove') {
        emitStars(emit, op, who.user_id, ids);
        continue;
      }
      const ranges = await findRangesOfRecipient(tx, actor, realm, recipient_id);
      emitStars(
        emit,
        op,
        who.user_id,
        ids.filter((id) => isInRanges(ranges, { recipient_id, id })),
      );
    }
}

const placeOf = (user_id: UserId, recipient_id: RecipientId) => `${user_id} ${recipient_id}`;

/** The messages that these people starred in any of these channels, by person and channel, the oldest first. */
async function findStarredIn(
  db: Connection,
  movements: readonly Movement[],
): Promise<ReadonlyMap<string, readonly MessageId[]>> {
  const user_ids = [...new Set(movements.flatMap(({ users }) => users.map(({ user_id }) => user_id)))];
  const starred = new Map<string, MessageId[]>();
  for (const channels of batchesOf(movements.map(({ channel }) => channel.recipient_id))) {
    // A cross join is read in the order written: by people, not by the channel's messages, of which there may be a million.
    const rows = await inBatches(user_ids, (batch) =>
      db.all<{ user_id: UserId; recipient_id: RecipientId; id: MessageId }>(
        sql`select user_id, recipient_id, messages.id from message_flags cross join messages
         where messages.id = message_flags.message_id and user_id in (${sql.list(batch)})
           and (flags & ${sql.raw(FLAG.starred)}) <> 0 and recipient_id in (${sql.list(channels)})
         order by messages.id`,
      ),
    );
    for (const { user_id, recipient_id, id } of rows)
      getOrSet(starred, placeOf(user_id, recipient_id), () => []).push(id);
  }
  return starred;
}

/** [RS400] */
export async function announceStarsOfRole(
  { tx, emit }: WriteContext,
  { realm, user: { user_id }, from, to }: RoleChange,
): Promise<void> {
  const starredAs = (role: Role) => findStarred(tx, { realm, user_id, role } as Actor);
  const [before, after] = [await starredAs(from), await starredAs(to)];
  const [was, is] = [new Set(before), new Set(after)];
  emitStars(
    emit,
    'remove',
    user_id,
    before.filter((id) => !is.has(id)),
  );
  emitStars(
    emit,
    'add',
    user_id,
    after.filter((id) => !was.has(id)),
  );
}

function emitStars(
  emit: WriteContext['emit'],
  op: 'add' | 'remove',
  user_id: UserId,
  messages: readonly MessageId[],
): void {
  if (messages.length === 0) return;
  const body = { operation: op, flag: 'starred', all: false, messages: [...messages] };
  emit(op === 'add' ? flagsAdd : flagsRemove, body, { users: [user_id] });
}
