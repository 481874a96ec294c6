// Presence from register, events and responses to the reader's reports, by the server's clock. Kept out of the state, because
// it changes constantly and must not redraw anything else.
import type { Presence } from '@stoa/contract';
import { Cell } from '../../base/cells/cell.ts';

export type Availability = 'active' | 'idle' | 'offline';

export interface PresenceSnapshot {
  readonly known: ReadonlyMap<number, Presence>;
  /** The server's time in seconds. */
  readonly now: number;
  /** Seconds without activity after which a person is offline. */
  readonly threshold: number;
}

/** A person's presence at a time. */
export function availabilityOf({ known, now, threshold }: PresenceSnapshot, user_id: number): Availability {
  const presence = known.get(user_id);
  if (!presence) return 'offline';
  if (now - presence.active_timestamp < threshold) return 'active';
  return now - presence.idle_timestamp < threshold ? 'idle' : 'offline';
}

/** When a person was last active; null if before the server's presence history. */
export const lastActiveOf = ({ known }: PresenceSnapshot, user_id: number): number | null =>
  known.get(user_id)?.active_timestamp ?? null;

export class PresenceStore {
  private readonly known = new Map<number, Presence>();
  private ahead_s = 0;
  readonly cell: Cell<PresenceSnapshot>;

  constructor(
    private readonly threshold: number,
    private readonly clock: () => number = Date.now,
  ) {
    this.cell = new Cell<PresenceSnapshot>(this.view());
  }

  /** Replaces everything by the response of register. */
  startOver(presences: Readonly<Record<string, unknown>>, server_timestamp: number): void {
    this.known.clear();
    this.ahead_s = server_timestamp - this.clock() / 1000;
    this.update(presences);
  }

  update(presences: Readonly<Record<string, unknown>>, server_timestamp?: number): void {
    if (server_timestamp !== undefined) this.ahead_s = server_timestamp - this.clock() / 1000;
    for (const [user_id, presence] of Object.entries(presences as Record<string, Presence>))
      this.known.set(Number(user_id), presence);
    this.tick();
  }

  forget(user_id: number): void {
    this.known.delete(user_id);
    this.tick();
  }

  /** Recomputes who has gone offline. */
  tick(): void {
    this.cell.set(this.view());
  }

  private view(): PresenceSnapshot {
    return { known: this.known, now: this.clock() / 1000 + this.ahead_s, threshold: this.threshold };
  }
}
