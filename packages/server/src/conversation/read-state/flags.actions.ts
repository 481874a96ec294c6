// Changes a reader's flags and notifies their clients. Refuses messages they may not read.

import { type ChannelId, flagsAdd, flagsRemove, type MessageId, Refused, type UnreadDetails } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf, inBatches } from '../../kit/database/batches.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { announceFlagged, announceRead } from '../read-ranges/flag-events.actions.ts';
import { findMentions, readableAmong } from '../read-ranges/flags.queries.ts';
import { messagesRead } from '../read-ranges/read-ranges.hooks.ts';
import { findPeople } from '../recipients/audience.queries.ts';
import { findTargets, lookUpMarking, markRead, markUnread, type Target } from './marking.actions.ts';
import { type EditableFlag, STORED_BITS } from './read-state.rules.ts';

export interface FlagChange {
  readonly op: 'add' | 'remove';
  readonly flag: EditableFlag;
  /** Skips messages deleted since they were looked up; without it, they are refused. */
  readonly passes_over?: boolean;
}

export interface Changed {
  /** Messages whose flag changed, ascending. */
  readonly changed: MessageId[];
  /** Channels where messages can't be unread, because the reader is not in them. */
  readonly ignored?: ChannelId[];
}

/** Looks up what reading these messages needs. */
export async function lookUpFlags(db: Connection, actor: Actor, ids: readonly MessageId[]): Promise<void> {
  const targets = await findTargets(db, actor.realm.realm_id, actor.user_id, ids);
  await Promise.all([readableAmong(db, actor, targets), lookUpMarking(db, actor.user_id, targets)]);
}

/** All of them, or nothing if one is missing or hidden from the reader. [RS7] */
export async function changeFlags(
  context: WriteContext,
  actor: Actor,
  { op, flag, passes_over = false }: FlagChange,
  ids: readonly MessageId[],
): Promise<Changed> {
  const targets = await findTargets(context.tx, actor.realm.realm_id, actor.user_id, ids);
  const readable = await readableAmong(context.tx, actor, targets);
  if (!passes_over && readable.length < new Set(ids).size) throw Refused('message_gone');
  if (flag !== 'read') return changeStoredFlag(context, actor, { op, flag }, readable);
  return op === 'add' ? readMessages(context, actor, readable) : unreadMessages(context, actor, readable);
}

/** [RS2] */
export async function readMessages(context: WriteContext, actor: Actor, targets: readonly Target[]): Promise<Changed> {
  await markRead(context.tx, actor.user_id, targets);
  const changed = targets.filter(({ is_unread }) => is_unread).map(({ id }) => id);
  announceRead(context, actor, changed);
  await context.trigger(messagesRead, { user_id: actor.user_id });
  return { changed };
}

/** [RS3] */
async function unreadMessages(context: WriteContext, actor: Actor, targets: readonly Target[]): Promise<Changed> {
  const { tx, emit } = context;
  const channels = await findChannelsIn(tx, actor);
  const possible = targets.filter(({ stream_id }) => stream_id === null || channels.has(stream_id));
  const others = targets.flatMap(({ stream_id }) => (stream_id === null || channels.has(stream_id) ? [] : [stream_id]));
  const changing = possible.filter(({ is_unread }) => !is_unread);
  await markUnread(tx, actor.user_id, changing);
  const details = await findDetails(tx, actor, changing);
  const changed = changing.map(({ id }) => id);
  announceFlagged(changed, (messages) => {
    const message_details = Object.fromEntries(messages.map((id) => [String(id), details.get(id)!]));
    const body = { operation: 'remove' as const, flag: 'read', messages, all: false, message_details };
    emit(flagsRemove, body, { users: [actor.user_id] });
  });
  return { changed, ignored: [...new Set(others)].sort((a, b) => a - b) };
}

/** The channels in which messages can be unread for the account. */
async function findChannelsIn(db: Connection, { user_id }: Actor): Promise<ReadonlySet<ChannelId>> {
  const rows = await db.all<{ stream_id: ChannelId }>(
    sql`select subscriptions.stream_id from subscriptions join channels on channels.stream_id = subscriptions.stream_id
     where user_id = ${user_id} and active and not is_archived`,
  );
  return new Set(rows.map(({ stream_id }) => stream_id));
}

async function findDetails(
  db: Connection,
  { user_id }: Actor,
  targets: readonly Target[],
): Promise<ReadonlyMap<MessageId, UnreadDetails>> {
  const ids = targets.map(({ id }) => id);
  const { personal, everyone } = await findMentions(db, user_id, ids);
  const details = new Map<MessageId, UnreadDetails>();
  const people = new Map<number, UnreadDetails['user_ids']>();
  for (const { id, recipient_id, stream_id, subject } of targets) {
    const mentioned = personal.has(id) || everyone.has(id) ? { mentioned: true } : {};
    if (stream_id !== null) {
      details.set(id, { type: 'stream', ...mentioned, stream_id, topic: subject });
      continue;
    }
    if (!people.has(recipient_id))
      people.set(
        recipient_id,
        (await findPeople(db, recipient_id)).filter((person) => person !== user_id),
      );
    details.set(id, { type: 'private', ...mentioned, user_ids: people.get(recipient_id)! });
  }
  return details;
}

/** [RS5] */
async function changeStoredFlag(
  { tx, emit }: WriteContext,
  { user_id }: Actor,
  { op, flag }: { op: FlagChange['op']; flag: keyof typeof STORED_BITS },
  targets: readonly Target[],
): Promise<Changed> {
  const bit = STORED_BITS[flag];
  const ids = targets.map(({ id }) => id);
  const with_flag = await findWithBit(tx, user_id, bit, ids);
  const changed = ids.filter((id) => with_flag.has(id) !== (op === 'add'));
  for (const batch of batchesOf(changed)) {
    if (op === 'add')
      await tx.run(
        sql`insert into message_flags (user_id, message_id, flags)
         select users.user_id, messages.id, ${sql.raw(bit)} from users cross join messages
         where users.user_id = ${user_id} and messages.id in (${sql.list(batch)})
         on conflict (user_id, message_id) do update set flags = message_flags.flags | ${sql.raw(bit)}`,
      );
    else {
      const named = sql`user_id = ${user_id} and message_id in (${sql.list(batch)})`;
      await tx.run(sql`update message_flags set flags = flags & ~${sql.raw(bit)} where ${named}`);
      await tx.run(sql`delete from message_flags where flags = 0 and ${named}`);
    }
  }
  announceFlagged(changed, (messages) => {
    const audience = { users: [user_id] };
    if (op === 'add') emit(flagsAdd, { operation: 'add', flag, messages, all: false }, audience);
    else emit(flagsRemove, { operation: 'remove', flag, messages, all: false }, audience);
  });
  return { changed };
}

async function findWithBit(
  tx: Transaction,
  user_id: number,
  bit: number,
  ids: readonly MessageId[],
): Promise<ReadonlySet<MessageId>> {
  const rows = await inBatches(ids, (batch) =>
    tx.all<{ message_id: MessageId }>(
      sql`select message_id from message_flags where user_id = ${user_id} and (flags & ${sql.raw(bit)}) <> 0
         and message_id in (${sql.list(batch)})`,
    ),
  );
  return new Set(rows.map(({ message_id }) => message_id));
}
