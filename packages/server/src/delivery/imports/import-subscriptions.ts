// Writes the subscriptions of imported channels, with when each began and ended.
import { insertImportedRanges } from '../../conversation/read-ranges/importing.actions.ts';
import {
  type ImportedSubscription,
  insertImportedSubscriptions,
} from '../../conversation/subscriptions/importing.actions.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Transaction } from '../../kit/database/connection.ts';
import type { ArchiveChannel, ArchiveSubscription } from './archive.ts';
import { newestUpTo } from './import-ids.actions.ts';
import type { MessageImport } from './import-messages.ts';
import type { Imported, ImportParts } from './import-parts.ts';
import { spansOf } from './import-spans.rules.ts';
import { limitMemory } from './memory-limit.ts';

/** Limits per transaction: a whole large channel would hold the lock for seconds, and a transaction for each small channel takes long. */
const SUBSCRIPTIONS_AT_ONCE = 500;
export const CHANNELS_AT_ONCE = 100;

type Added = (tx: Transaction, channel: ArchiveChannel, rows: readonly ImportedSubscription[]) => Promise<void>;

/**
 * Last, because spans refer to the messages before which they began. Idempotent. `added` is told which subscriptions to a channel
 * a transaction has written.
 */
export async function subscribe(
  parts: ImportParts,
  imported: Imported,
  messages: MessageImport,
  channels: readonly ArchiveChannel[],
  added: Added = async () => {},
): Promise<void> {
  for (const batch of subscriptionBatches(channels)) {
    const written: (Pick<ChannelBatch, 'channel'> & { readonly rows: ImportedSubscription[] })[] = [];
    for (const { channel, subscriptions } of batch)
      written.push({ channel, rows: await subscriptionRows(parts, imported, subscriptions) });
    await parts.writer.write(parts.realm.realm_id, async ({ tx }) => {
      for (const { channel, rows } of written) {
        const { stream_id, recipient_id } = imported.channels.get(channel.id)!;
        const joined = await insertImportedSubscriptions(tx, stream_id, rows);
        const own = rows.filter(({ user_id }) => joined.has(user_id));
        const there = own.filter(({ active }) => active).map(({ user_id }) => user_id);
        await insertImportedRanges(tx, messages.read_ranges.end(recipient_id, there));
        await added(tx, channel, own);
      }
    });
    limitMemory(SUBSCRIPTIONS_AT_ONCE);
  }
}

interface ChannelBatch {
  readonly channel: ArchiveChannel;
  readonly subscriptions: readonly ArchiveSubscription[];
}

/** Channels with at most as many subscriptions as one transaction writes; a large channel is divided. [IM50] */
export function* subscriptionBatches(channels: readonly ArchiveChannel[]): Generator<ChannelBatch[]> {
  let batch: ChannelBatch[] = [];
  let count = 0;
  for (const channel of channels)
    for (const subscriptions of batchesOf(channel.subscriptions, SUBSCRIPTIONS_AT_ONCE)) {
      if (count + subscriptions.length > SUBSCRIPTIONS_AT_ONCE || batch.length >= CHANNELS_AT_ONCE) {
        yield batch;
        batch = [];
        count = 0;
      }
      batch.push({ channel, subscriptions });
      count += subscriptions.length;
    }
  if (batch.length > 0) yield batch;
}

/** Subscriptions with the messages where each began and ended. */
async function subscriptionRows(
  { store, realm }: ImportParts,
  { users }: Imported,
  subscriptions: Iterable<ArchiveSubscription>,
): Promise<ImportedSubscription[]> {
  const newest = new Map<number, number>();
  const idAt = async (position: number): Promise<number> => {
    if (!Number.isFinite(position)) return 0;
    if (!newest.has(position)) newest.set(position, await newestUpTo(store.db, realm.realm_id, position));
    return newest.get(position)!;
  };
  const rows: ImportedSubscription[] = [];
  for (const subscription of subscriptions) {
    const spans = [];
    for (const { after, until } of spansOf(subscription))
      spans.push({
        after_message_id: await idAt(after),
        until_message_id: until === null ? null : await idAt(until),
      });
    const { user, is_active, color, is_muted = false, pin_to_top = false, notifications = {} } = subscription;
    rows.push({
      user_id: users.get(user)!,
      active: is_active,
      color: color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined,
      is_muted,
      pin_to_top,
      notifications,
      spans,
    });
  }
  return rows;
}
