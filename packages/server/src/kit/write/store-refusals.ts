// Whether the store takes writes: since when it has refused them, and when it takes them again.

import { storeFailureOf } from '../database/store-failures.ts';
import type { Clock } from '../time/clock.ts';

/** After this long, a store that refused a write is tried again. A load balancer sends nothing meanwhile, also after a pause of the node. */
const REFUSED_MS = 5000;

export class StoreRefusals {
  /** When the store refused the first and the last of the latest writes, by the steady clock; null if it took the latest. */
  private refused: { readonly since: number; readonly at: number } | null = null;
  private readonly listeners: ((refused_ms: number) => void)[] = [];

  constructor(private readonly clock: Pick<Clock, 'steady'>) {}

  /** True if the store accepted the last write, or there was none for a while. */
  get is_taking(): boolean {
    return this.refused === null || this.clock.steady() - this.refused.at > REFUSED_MS;
  }

  /** Called when the store takes writes again, with how long it had refused them. */
  onEnd(listener: (refused_ms: number) => void): void {
    this.listeners.push(listener);
  }

  /** Notes the failure of a write or a commit; true if the store itself caused it. */
  note(error: unknown): boolean {
    if (storeFailureOf(error) === null) return false;
    const at = this.clock.steady();
    this.refused = { since: this.refused?.since ?? at, at };
    return true;
  }

  /** The store has taken a write. */
  end(): void {
    if (this.refused === null) return;
    const refused_ms = this.clock.steady() - this.refused.since;
    this.refused = null;
    for (const listener of this.listeners) listener(refused_ms);
  }
}
