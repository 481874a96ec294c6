// Limits how many requests of one limit key read at once; the rest of them wait. So nobody's requests delay those of others: the connections
// that read are few, and memory for large results is scarce. Long reads take turns elsewhere (kit/database/read-turns.ts).
import type { LimitKey } from '../../access/actor.ts';
import { clientDisconnected } from '../../database/read-turns.ts';
import { tooManyAtOnce } from './no-turn.ts';

/** Half of what the embedded database has for short reads. [HT820] */
const READS_MAX = 2;
const WAITING_MAX = 1000;

export class ConcurrentReads {
  /** Both only have keys that read now. */
  private readonly running = new Map<LimitKey, number>();
  private readonly waiting = new Map<LimitKey, (() => void)[]>();

  constructor(
    private readonly reads_max = READS_MAX,
    private readonly waiting_max = WAITING_MAX,
  ) {}

  /** Reads when it is this request's turn; throws if too many requests of the key wait, or the client has gone meanwhile. */
  async during<T>(limit_key: LimitKey, request: Request, read: () => Promise<T>): Promise<T> {
    const running = this.running.get(limit_key) ?? 0;
    if (running < this.reads_max) this.running.set(limit_key, running + 1);
    else await this.waitForTurn(limit_key, request.signal);
    try {
      return await read();
    } finally {
      this.leave(limit_key);
    }
  }

  private async waitForTurn(limit_key: LimitKey, signal: AbortSignal): Promise<void> {
    const queue = this.waiting.get(limit_key) ?? [];
    if (queue.length >= this.waiting_max) throw tooManyAtOnce();
    this.waiting.set(limit_key, queue);
    await new Promise<void>((resolve) => queue.push(resolve));
    if (!signal.aborted) return;
    this.leave(limit_key);
    throw clientDisconnected();
  }

  /** Lets the caller's next request read. */
  private leave(limit_key: LimitKey): void {
    const queue = this.waiting.get(limit_key);
    const next = queue?.shift();
    if (queue?.length === 0) this.waiting.delete(limit_key);
    if (next) {
      // In a turn of its own: a thousand short reads in a row would keep everybody else waiting. [HT892]
      setImmediate(next);
      return;
    }
    const running = this.running.get(limit_key)! - 1;
    if (running > 0) this.running.set(limit_key, running);
    else this.running.delete(limit_key);
  }
}
