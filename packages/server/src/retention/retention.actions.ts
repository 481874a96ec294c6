// Deletes messages that are kept no longer: in portions, so that nobody's write waits for more than one of them. [RT2]
import type { Channel, RealmId } from '@stoa/contract';
import { findChannel, presentChannels } from '../channels/channels.queries.ts';
import { announceUpdates, findAware, type Update } from '../channels/sight.actions.ts';
import { seconds } from '../kit/clock.ts';
import type { Store } from '../kit/database/connection.ts';
import type { WriteContext, Writer } from '../kit/write.ts';
import { deleteMessages } from '../messages/deletion.actions.ts';
import { DELETED_PER_ENTRY } from '../messages/deletion.present.ts';
import { listRealms } from '../realm/realm.queries.ts';
import { type Expiring, findExpired, findExpiring } from './retention.queries.ts';

/** Deletes the oldest expired messages of a channel or conversation; answers how many. */
async function expirePortion(context: WriteContext, realm_id: RealmId, expiring: Expiring): Promise<number> {
  const { tx, now } = context;
  const channel = expiring.stream_id === null ? null : await findChannel(tx, realm_id, expiring.stream_id);
  const own_days = channel?.message_retention_days ?? null;
  const asked = { now_s: seconds(now), own_days, limit: DELETED_PER_ENTRY };
  const expired = await findExpired(tx, realm_id, expiring, asked);
  if (!channel || expired.length === 0) {
    await deleteMessages(context, expiring, expired);
    return expired.length;
  }
  const present = async () => (await presentChannels(tx, realm_id, [channel], now))[0]!;
  const before = await present();
  await deleteMessages(context, expiring, expired);
  announceUpdates(context, channel, updatesBetween(before, await present()), await findAware(tx, channel));
  return expired.length;
}

/** What deleting old messages changes about a channel. */
function updatesBetween(before: Channel, after: Channel): Update[] {
  const properties = ['first_message_id', 'is_recently_active'] as const;
  return properties
    .filter((property) => before[property] !== after[property])
    .map((property) => ({ property, value: after[property] }));
}

export class Retention {
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly store: Store,
    private readonly writer: Writer,
  ) {}

  /** Goes once through all organizations; calls during a run wait for that run. */
  run(now_ms: number): Promise<void> {
    this.running ??= this.expireAll(now_ms).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Ends after the portion under way; the next start goes on. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running?.catch(() => {});
  }

  private async expireAll(now_ms: number): Promise<void> {
    for (const { realm_id } of await listRealms(this.store.db)) {
      for (const expiring of await findExpiring(this.store.db, realm_id, seconds(now_ms))) {
        let deleted = DELETED_PER_ENTRY;
        while (deleted === DELETED_PER_ENTRY && !this.stopped)
          deleted = await this.writer.write(realm_id, (context) => expirePortion(context, realm_id, expiring));
      }
    }
  }
}
