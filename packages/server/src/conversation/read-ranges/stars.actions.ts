// Announces starred messages that become hidden when people leave a channel, or visible when they return. [RS6]

import { flagsAdd, flagsRemove, type MessageId, type UserId } from '@stoa/contract';
import { findGroupIds } from '../../identity/membership/membership.queries.ts';
import type { Actor, Realm } from '../../kit/actor.ts';
import { inBatches } from '../../kit/database/batches.ts';
import { sql } from '../../kit/database/sql.ts';
import { getOrSet } from '../../kit/get-or-set.ts';
import type { WriteContext } from '../../kit/write.ts';
import { findRangesOfRecipient, reaches } from '../access/readable-ranges.queries.ts';
import type { ChannelRow } from '../channels/channels.queries.ts';
import { grantsOf, hasContentAccess } from '../channels/channels.rules.ts';
import { FLAG } from '../message-rules/flags.rules.ts';

type Who = Pick<Actor, 'user_id' | 'role'>;

/** After people joined (`add`) or left (`remove`); nothing for those who can read the channel anyway. */
export async function announceStars(
  { tx, emit }: WriteContext,
  realm: Realm,
  op: 'add' | 'remove',
  channel: ChannelRow,
  users: readonly Who[],
): Promise<void> {
  // A cross join is read in the order written: by people, not by the channel's messages, of which there may be a million.
  const rows = await inBatches(users, (batch) =>
    tx.all<{ user_id: UserId; id: MessageId }>(
      sql`select user_id, messages.id from message_flags cross join messages
       where messages.id = message_flags.message_id and user_id in (${sql.list(batch.map(({ user_id }) => user_id))})
         and (flags & ${sql.raw(FLAG.starred)}) <> 0 and recipient_id = ${channel.recipient_id}
       order by messages.id`,
    ),
  );
  const starred = new Map<UserId, MessageId[]>();
  for (const { user_id, id } of rows) getOrSet(starred, user_id, () => []).push(id);
  for (const who of users) {
    const ids = starred.get(who.user_id);
    if (!ids) continue;
    const actor = { ...who, realm } as Actor;
    const { recipient_id } = channel;
    if (hasContentAccess(actor, channel, false, grantsOf(actor, channel, await findGroupIds(tx, actor)))) continue;
    const body = { flag: 'starred', all: false };
    const audience = { users: [who.user_id] };
    if (op === 'remove') {
      emit(flagsRemove, { operation: 'remove', ...body, messages: ids }, audience);
      continue;
    }
    const ranges = await findRangesOfRecipient(tx, actor, realm, recipient_id);
    const messages = ids.filter((id) => reaches(ranges, { recipient_id, id }));
    if (messages.length > 0) emit(flagsAdd, { operation: 'add', ...body, messages }, audience);
  }
}
