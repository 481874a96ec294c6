// How long nodes of this store have run: the time by which queues become idle. Setting a clock doesn't change it, and time without any
// node doesn't count.

import type { Connection, Transaction } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';
import type { Clock } from '../kit/time/clock.ts';

interface UptimeRow {
  readonly uptime_ms: number;
}

export class Uptime {
  private read_ms = 0;
  private read_at: number;

  constructor(private readonly clock: Clock) {
    this.read_at = clock.steady();
  }

  /** Milliseconds. Never goes back. */
  now(): number {
    return this.read_ms + Math.floor(this.clock.steady() - this.read_at);
  }

  /** Continues from what other nodes, or this one before it was restarted, have saved: a queue may be newer than the uptime. */
  async read(db: Connection): Promise<void> {
    this.continueFrom(await db.get<UptimeRow>(sql`select uptime_ms from uptime`));
    this.continueFrom(
      await db.get<UptimeRow>(sql`select coalesce(max(active_uptime_ms), 0) as uptime_ms from event_queues`),
    );
  }

  /** Nodes that start later, and others, continue from the latest that anyone has saved. */
  async save(tx: Transaction): Promise<void> {
    const now = this.now();
    const saved = sql`update uptime set uptime_ms = case when uptime_ms < ${now} then ${now} else uptime_ms end returning uptime_ms`;
    this.continueFrom(await tx.get<UptimeRow>(saved));
  }

  private continueFrom(row: UptimeRow | null): void {
    const saved_ms = row?.uptime_ms ?? 0;
    if (saved_ms <= this.now()) return;
    this.read_ms = saved_ms;
    this.read_at = this.clock.steady();
  }
}
