// The writes of an erasure: as much in each as keeps others waiting for a short time only. [PD14]
import type { RealmId, UserId } from '@stoa/contract';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import { type BatchLimits, BatchSize } from '../../kit/bulk-writes/batch-size.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import { eraseStep, type StepServices } from './erasure-steps.actions.ts';
import { findErasure } from './personal-data.queries.ts';

const LIMITS: BatchLimits = { first: 25, least: 5, most: 100, held_ms_max: 25 };

export class ErasureWrites {
  private readonly size = new BatchSize(LIMITS);

  constructor(
    private readonly writer: Writer,
    private readonly clock: Pick<Clock, 'steady'>,
    private readonly services: StepServices,
  ) {}

  /** Writes the next step; false if the erasure has finished. Another process may take steps, too: each does what is left. */
  async next(realm_id: RealmId, user_id: UserId): Promise<boolean> {
    const { records } = this.size;
    let began = 0;
    const is_begun = await this.writer.write(realm_id, async (context) => {
      began = this.clock.steady();
      const erasure = await findErasure(context.tx, realm_id, user_id);
      if (!erasure || erasure.finished_at !== null) return false;
      await eraseStep(context, await getRealm(context.tx, realm_id), erasure, this.services, records);
      return true;
    });
    this.size.note(records, this.clock.steady() - began);
    return is_begun;
  }
}
