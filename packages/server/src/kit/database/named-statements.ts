// Decides which statements a PostgreSQL connection keeps prepared, and their names: planning most of ours takes longer than
// running them.

import type { StatementText } from './statement-text.ts';

/** Prepared from this use on; statements assembled for one use are not worth preparing. */
const USES = 10;
const COUNTED = 1000;
/** At most this many prepared statements per connection. */
const NAMES = 200;

export class StatementNames {
  private readonly names = new Map<string, string>();
  private uses = new Map<string, number>();

  /** The name of a statement; undefined if it should be planned each time. */
  of({ text, keeps_plan }: StatementText): string | undefined {
    if (!keeps_plan) return undefined;
    const existing = this.names.get(text);
    if (existing !== undefined || this.names.size >= NAMES) return existing;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (this.uses.size >= COUNTED) this.uses = new Map();
    this.uses.set(text, uses);
    if (uses < USES) return undefined;
    const name = `stoa_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}
