// Uploads in progress in this process, counted from before the first byte until the response, so that concurrent uploads
// cannot exceed the quota together.
import type { RealmId, UserId } from '@stoa/contract';
import { checkSpace } from '../../conversation/attachments/space.queries.ts';
import { type Actor, accountable } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import type { Caps } from '../../kit/limits/caps.ts';

export class RunningUploads {
  private readonly of_owner = new Map<UserId, number>();
  private readonly of_realm = new Map<RealmId, number>();

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
}

function addBytes<Key>(counts: Map<Key, number>, key: Key, bytes: number): void {
  const count = (counts.get(key) ?? 0) + bytes;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
