// Notes when keys were last used, after the requests that use them and at most once within a while: noting each use would mean a write
// per request.
import type { Transaction } from '../database/connection.ts';
import type { Writer } from '../write/write.ts';

const NOTED_MAX = 10_000;

export class LastUseRecorder {
  private readonly noted = new Map<number, number>();

  /** `update` sets when the key with this id was last used. */
  constructor(
    private readonly writer: Writer,
    private readonly every_secs: number,
    private readonly update: (tx: Transaction, id: number, now_secs: number) => Promise<unknown>,
  ) {}

  /** `last_used_at`: what is stored; null for never. */
  note(id: number, last_used_at: number | null, now_secs: number): void {
    const recorded_at = Math.max(last_used_at ?? 0, this.noted.get(id) ?? 0);
    if (now_secs - recorded_at < this.every_secs) return;
    if (this.noted.size >= NOTED_MAX) this.noted.clear();
    this.noted.set(id, now_secs);
    // A use that was not recorded is recorded with a later one.
    this.writer.write(null, ({ tx }) => this.update(tx, id, now_secs)).catch(() => this.noted.delete(id));
  }
}
