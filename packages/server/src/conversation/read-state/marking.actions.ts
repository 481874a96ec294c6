// Writes read state: read ranges and unread marks. Emits nothing and never checks permissions.

import type { ChannelId, MessageId, RecipientId, UserId } from '@stoa/contract';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import { batchesOf, inBatches } from '../../kit/database/batches.ts';
import type { Connection, Transaction } from '../../kit/database/connection.ts';
import { findOnce, invalidateRows, type Lookup } from '../../kit/database/read-once.ts';
import { sql } from '../../kit/database/sql.ts';
import { difference, joined, type ReadRange } from '../read-ranges/read-ranges.rules.ts';
import { isSilenced, isUnread, SENT_TO } from '../read-ranges/unread.rules.ts';

/** A message as seen by its reader. */
export interface Target {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId | null;
  readonly sender_id: UserId;
  readonly subject: string;
  readonly is_unread: boolean;
  /** The recipient it was sent to, and the message before it there. */
  readonly sent_to: RecipientId;
  readonly previous_id: number;
}

interface TargetsKey {
  readonly realm_id: number;
  readonly user_id: UserId;
  readonly ids: readonly MessageId[];
}

const targets_of: Lookup<TargetsKey, readonly Target[]> = {
  nameOf: ({ realm_id, user_id, ids }) => `${realm_id} ${user_id} ${ids}`,
  findOne: readTargets,
};

/** Messages of an organization by id, ascending; unknown ids are skipped. */
export function findTargets(
  db: Connection,
  realm_id: number,
  user_id: UserId,
  ids: readonly MessageId[],
): Promise<readonly Target[]> {
  return findOnce(db, targets_of, { realm_id, user_id, ids });
}

interface TargetRow extends Omit<Target, 'previous_id'> {
  /** The target before it in its place. */
  readonly prior_id: MessageId | null;
  /** Whether it is a message that the account can have unread by itself: not its own, and of nobody it muted. */
  readonly counts: boolean | number;
  /** The newest such message between both. */
  readonly here: number | null;
  readonly moved: number | null;
}

async function readTargets(db: Connection, { realm_id, user_id, ids }: TargetsKey): Promise<readonly Target[]> {
  const unique = [...new Set(ids)].sort((a, b) => a - b);
  const reader = sql.shared(user_id);
  const rows = await inBatches(unique, (batch) =>
    db.all<TargetRow>(
      // Looks for what comes before a message no further back than to the target before it: people send thousands in a row. [RS801]
      sql`select messages.id, messages.recipient_id, recipients.stream_id, sender_id, subject,
         ${isUnread(reader)} as is_unread, ${SENT_TO} as sent_to,
         prior_id, sender_id <> ${reader} and not ${isSilenced(reader, sql`messages`)} as counts,
         (select before.id from messages before where before.recipient_id = messages.recipient_id
           and before.id < messages.id and before.id > coalesce(prior_id, 0)
           and before.sender_id <> ${reader} and not ${isSilenced(reader, sql`before`)}
           order by before.id desc limit 1) as here,
         (select before.message_id from message_moves before where before.step = 0
           and before.recipient_id = messages.recipient_id and before.message_id < messages.id
           order by before.message_id desc limit 1) as moved
       from (select id as target_id, lag(id) over (partition by recipient_id order by id) as prior_id from messages
           where +realm_id = ${realm_id} and id in (${sql.list(batch)})) targets
         join messages on messages.id = target_id
         join recipients on recipients.recipient_id = messages.recipient_id`,
    ),
  );
  rows.sort((a, b) => a.id - b.id);
  /** The newest message of each place, so far, before which a reader of the next one has to look no further. */
  const before = new Map<RecipientId, number>();
  return rows.map(({ here, moved, prior_id, counts, ...row }) => {
    const nearest = here ?? (prior_id === null ? 0 : before.get(row.recipient_id)!);
    before.set(row.recipient_id, counts ? row.id : nearest);
    return {
      ...row,
      is_unread: Boolean(row.is_unread),
      // The neighbours of a moved message are unknown: it forms a range of its own.
      previous_id: row.sent_to === row.recipient_id ? Math.max(nearest, moved ?? 0) : row.id - 1,
    };
  });
}

/** Looks up what {@link markRead} will. */
export async function lookUpMarking(db: Connection, user_id: UserId, targets: readonly Target[]): Promise<void> {
  const ranges = readRangesOf(targets.filter(({ sender_id }) => sender_id !== user_id));
  await Promise.all(
    [...ranges].map(([recipient_id, added]) => findOnce(db, stored_ranges, around({ user_id, recipient_id }, added))),
  );
}

function readRangesOf(targets: readonly Target[]): Map<RecipientId, ReadRange[]> {
  const read_ranges = new Map<RecipientId, ReadRange[]>();
  for (const { id, sent_to, previous_id } of targets)
    getOrSet(read_ranges, sent_to, () => []).push({ from_id: previous_id + 1, until_id: id });
  return read_ranges;
}

export async function markRead(tx: Transaction, user_id: UserId, targets: readonly Target[]): Promise<void> {
  // Read receipts never include one's own messages.
  const others = targets.filter(({ sender_id }) => sender_id !== user_id);
  for (const [recipient_id, read_ranges] of readRangesOf(others))
    await addReadRanges(tx, user_id, recipient_id, read_ranges);
  await removeMarks(tx, user_id, targets);
}

/** Marks everything received in a conversation as read, however much it is; not messages moved away since. */
export async function markSpanRead(
  tx: Transaction,
  user_id: UserId,
  { recipient_id, after_id, until_id }: { recipient_id: RecipientId; after_id: number; until_id: number },
): Promise<void> {
  if (after_id >= until_id) return;
  const moved = await tx.all<{ message_id: MessageId }>(
    sql`select message_id from message_moves where step = 0 and recipient_id = ${recipient_id} and message_id > ${after_id} and message_id <= ${until_id}
       and not exists (select 1 from messages where messages.id = message_id and messages.recipient_id = ${recipient_id})
     order by message_id`,
  );
  const removed = moved.map(({ message_id }) => ({ from_id: message_id, until_id: message_id }));
  const span = [{ from_id: after_id + 1, until_id }];
  await addReadRanges(tx, user_id, recipient_id, difference(span, joined(removed)));
}

export async function markUnread(tx: Transaction, user_id: UserId, targets: readonly Target[]): Promise<void> {
  for (const [recipient_id, read_ranges] of readRangesOf(targets))
    await changeReadRanges(tx, user_id, recipient_id, read_ranges, (known) => difference(known, joined(read_ranges)));
  const reader = sql.shared(user_id);
  for (const batch of batchesOf(targets))
    await tx.run(
      sql`insert into unread_marks (user_id, message_id) select cast(${reader} as bigint), messages.id from messages
       where messages.id in (${sql.list(batch.map(({ id }) => id))}) and not ${isUnread(reader)}`,
    );
  invalidateTargets(tx, user_id);
}

async function removeMarks(tx: Transaction, user_id: UserId, targets: readonly Target[]): Promise<void> {
  for (const batch of batchesOf(targets))
    await tx.runAhead(
      sql`delete from unread_marks where user_id = ${user_id} and message_id in (${sql.list(batch.map(({ id }) => id))})`,
    );
  invalidateTargets(tx, user_id);
}

function addReadRanges(tx: Transaction, user_id: UserId, recipient_id: RecipientId, added: readonly ReadRange[]) {
  return changeReadRanges(tx, user_id, recipient_id, added, (known) => joined([...known, ...added]));
}

interface ReaderOfRecipient {
  readonly user_id: UserId;
  readonly recipient_id: RecipientId;
}
interface RangesKey extends ReaderOfRecipient {
  readonly lowest: number;
  readonly highest: number;
}

const stored_ranges: Lookup<RangesKey, readonly ReadRange[]> = {
  nameOf: ({ user_id, recipient_id, lowest, highest }) => `${user_id} ${recipient_id} ${lowest} ${highest}`,
  findOne: (db, { user_id, recipient_id, lowest, highest }) =>
    db.all<ReadRange>(
      sql`select from_id, until_id from read_ranges where user_id = ${user_id} and recipient_id = ${recipient_id} and from_id <= ${highest}
       and from_id >= coalesce((select max(from_id) from read_ranges
         where user_id = ${user_id} and recipient_id = ${recipient_id} and from_id <= ${lowest}), 0)
       and until_id >= ${lowest} order by from_id`,
    ),
};

/** The ranges that overlap these or touch them. */
function around(reader: ReaderOfRecipient, ranges: readonly ReadRange[]): RangesKey {
  return {
    ...reader,
    lowest: ranges.reduce((least, { from_id }) => Math.min(least, from_id), ranges[0]!.from_id) - 1,
    highest: ranges.reduce((most, { until_id }) => Math.max(most, until_id), ranges[0]!.until_id) + 1,
  };
}

/** Drops the cached {@link Target}s of this reader. */
function invalidateTargets(tx: Transaction, user_id: UserId): void {
  invalidateRows(tx, targets_of, (key) => key.user_id === user_id);
}

/** Changes the ranges that overlap these; writes only differences. */
async function changeReadRanges(
  tx: Transaction,
  user_id: UserId,
  recipient_id: RecipientId,
  ranges: readonly ReadRange[],
  change: (known: readonly ReadRange[]) => ReadRange[],
): Promise<void> {
  if (ranges.length === 0) return;
  const stored = await findOnce(tx, stored_ranges, around({ user_id, recipient_id }, ranges));
  const target = change(stored);
  const key = ({ from_id, until_id }: ReadRange) => `${from_id} ${until_id}`;
  const keys = new Set(target.map(key));
  const present = new Set(stored.map(key));
  for (const batch of batchesOf(stored.filter((range) => !keys.has(key(range)))))
    await tx.runAhead(
      sql`delete from read_ranges where user_id = ${user_id} and recipient_id = ${recipient_id} and from_id in (${sql.list(batch.map(({ from_id }) => from_id))})`,
    );
  for (const batch of batchesOf(target.filter((range) => !present.has(key(range)))))
    await tx.runAhead(
      sql`insert into read_ranges (user_id, recipient_id, from_id, until_id) values ${sql.rows(batch.map(({ from_id, until_id }) => [user_id, recipient_id, from_id, until_id]))}`,
    );
  // Those of other conversations still hold: one request may mark messages of many.
  invalidateRows(tx, stored_ranges, (key) => key.user_id === user_id && key.recipient_id === recipient_id);
  invalidateTargets(tx, user_id);
}
