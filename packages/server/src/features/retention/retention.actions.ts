// Deletes expired messages in batches, so that other writes wait for at most one batch. [RT2]
import type { RealmId } from '@stoa/contract';
import { withBoundsAnnounced } from '../../conversation/channels/channel-bounds.actions.ts';
import { findChannel } from '../../conversation/channels/channels.queries.ts';
import { deleteMessages } from '../../conversation/messages/deletion.actions.ts';
import { DELETED_PER_ENTRY } from '../../conversation/messages/deletion.present.ts';
import { listRealms } from '../../identity/realm/realm.queries.ts';
import type { Store } from '../../kit/database/connection.ts';
import { seconds } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { type Expiring, findExpired, findExpiring } from './retention.queries.ts';

/** Deletes the oldest expired messages of a channel or conversation; returns their number. */
async function expireBatch(context: WriteContext, realm_id: RealmId, expiring: Expiring): Promise<number> {
  const { tx, now } = context;
  const channel = expiring.stream_id === null ? null : await findChannel(tx, realm_id, expiring.stream_id);
  const own_days = channel?.message_retention_days ?? null;
  const limits = { now_s: seconds(now), own_days, limit: DELETED_PER_ENTRY };
  const expired = await findExpired(tx, realm_id, expiring, limits);
  const channels = channel && expired.length > 0 ? [channel] : [];
  await withBoundsAnnounced(context, realm_id, channels, () => deleteMessages(context, expiring, expired));
  return expired.length;
}

export class Retention {
  private stopped = false;

  constructor(
    private readonly store: Store,
    private readonly writer: Writer,
  ) {}

  /** Ends after the current batch; the next start continues. */
  stop(): void {
    this.stopped = true;
  }

  /** Processes all organizations once. */
  async run(now_ms: number): Promise<void> {
    for (const { realm_id } of await listRealms(this.store.db)) {
      for (const expiring of await findExpiring(this.store.db, realm_id, seconds(now_ms))) {
        let deleted = DELETED_PER_ENTRY;
        while (deleted === DELETED_PER_ENTRY && !this.stopped)
          deleted = await this.writer.write(realm_id, (context) => expireBatch(context, realm_id, expiring));
      }
    }
  }
}
