// Nodes on one database share what they count, so that a limit holds for all of them together. Failed attempts are published at
// once, requests every second: until then a caller has at most one second of each node's limit more.
import { z } from 'zod';
import { batchesOf } from '../database/batches.ts';
import type { Signal, Store } from '../database/connection.ts';
import type { RateLimits } from './rate-limits.ts';

const PUBLISH_EVERY_MS = 1000;
/** A signal holds 2,000 characters; an address has up to 45. */
const KEYS_PER_SIGNAL = 30;
/** How many keys a node reports per second and limit: those with the most requests. */
const KEYS_MAX = 300;

const COUNTED = ['user', 'ip', 'mail'] as const;
const FAILED = ['login', 'email'] as const;

const signalForm = z.object({
  limits: z.union([
    z.object({ name: z.enum(COUNTED), counts: z.array(z.tuple([z.union([z.string(), z.int()]), z.int().positive()])) }),
    z.object({ name: z.enum(FAILED), key: z.string(), change: z.enum(['failed', 'cleared']) }),
  ]),
});
type LimitSignal = z.infer<typeof signalForm>['limits'];

export class SharedLimits {
  private timer: ReturnType<typeof setInterval> | undefined;
  private stopListening: () => void = () => {};

  constructor(
    private readonly limits: RateLimits,
    private readonly store: Pick<Store, 'listen' | 'signal'>,
  ) {}

  async start(): Promise<void> {
    this.stopListening = await this.store.listen({ committed() {}, signalled: (signal) => this.receive(signal) });
    for (const name of FAILED) {
      const limit = this.limits[name];
      if (limit) limit.onChange = (key, change) => this.send({ name, key, change });
    }
    this.publish(); // nothing yet: a limit collects counts for other nodes once they were taken for the first time
    this.timer = setInterval(() => this.publish(), PUBLISH_EVERY_MS);
  }

  /** Sends the requests counted since the last time. */
  publish(): void {
    for (const name of COUNTED)
      for (const counts of batchesOf(this.limits[name]?.takeUnpublished(KEYS_MAX) ?? [], KEYS_PER_SIGNAL))
        this.send({ name, counts });
  }

  stop(): void {
    clearInterval(this.timer);
    this.stopListening();
  }

  private send(limits: LimitSignal): void {
    this.store.signal({ limits });
  }

  private receive(signal: Signal): void {
    const { limits } = 'limits' in signal ? (signalForm.safeParse(signal).data ?? {}) : {};
    if (!limits) return; // of another part, or of a newer node
    if ('counts' in limits) for (const [key, count] of limits.counts) this.limits[limits.name]?.addForeign(key, count);
    else this.limits[limits.name]?.addForeign(limits.key, limits.change);
  }
}
