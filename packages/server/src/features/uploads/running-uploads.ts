// Uploads in progress in this process, counted from before the first byte until the response, so that concurrent uploads
// cannot exceed the quota together.
import type { RealmId, UserId } from '@stoa/contract';
import { checkSpace } from '../../conversation/attachments/space.queries.ts';
import { type Actor, accountable } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { asRefusal } from '../../kit/http/callers/no-turn.ts';
import type { Caps } from '../../kit/limits/caps.ts';
import { FairPool, type FairPoolLimits } from '../../kit/scheduling/fair-pool.ts';

/**
 * The runtime reads some megabytes ahead of each body that is being received, and nothing of one that waits. People do not wait for each
 * other, because lines may be slow. [UP890]
 */
const RECEIVING: FairPoolLimits = {
  places: Number.POSITIVE_INFINITY,
  places_each: 8,
  waiting: Number.POSITIVE_INFINITY,
  waiting_each: 1000,
  max_wait_ms: 10 * 60_000,
};

export class RunningUploads {
  private readonly of_owner = new Map<UserId, number>();
  private readonly of_realm = new Map<RealmId, number>();
  private readonly receiving = new FairPool<UserId>(RECEIVING);

  constructor(
    private readonly db: Connection,
    private readonly caps: Caps,
  ) {}

  /**
   * Returns a function that ends the count; throws if the quota is exhausted. The exact size is checked once the file is
   * complete. [UP25]
   */
  async begin(actor: Actor, bytes: number): Promise<() => void> {
    const owner_id = accountable(actor);
    const { realm_id } = actor.realm;
    const arriving = { of_owner: this.of_owner.get(owner_id) ?? 0, of_realm: this.of_realm.get(realm_id) ?? 0 };
    addBytes(this.of_owner, owner_id, bytes);
    addBytes(this.of_realm, realm_id, bytes);
    const end = () => {
      addBytes(this.of_owner, owner_id, -bytes);
      addBytes(this.of_realm, realm_id, -bytes);
    };
    try {
      await checkSpace(this.db, this.caps, actor, { bytes: 1, files: 0, arriving });
      return end;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Receives a body when fewer than eight of the account with its bots are being received. */
  async receive<T>(actor: Actor, request: Request, work: () => Promise<T>): Promise<T> {
    const leave = await this.receiving.enter(accountable(actor), request.signal).catch((error: unknown) => {
      throw asRefusal(error);
    });
    try {
      return await work();
    } finally {
      leave();
    }
  }
}

function addBytes<Key>(counts: Map<Key, number>, key: Key, bytes: number): void {
  const count = (counts.get(key) ?? 0) + bytes;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
