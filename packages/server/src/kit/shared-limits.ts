// Nodes on one database tell each other what they counted, so that a limit holds for all of them together. Failed attempts are told at
// once, requests every second: until then a caller has at most one second of each node's limit more.
import { z } from 'zod';
import type { Store } from './database/connection.ts';
import type { RateLimits } from './rate-limits.ts';

const TELL_EVERY_MS = 1000;
/** A signal holds 2,000 characters; an address has up to 45. */
const KEYS_PER_SIGNAL = 30;
/** Per second and limit: what is told first is what has the most requests. */
const KEYS_MAX = 300;

const COUNTED = ['user', 'ip', 'mail'] as const;
const FAILED = ['login', 'email'] as const;

const message = z.object({
  limits: z.union([
    z.object({ name: z.enum(COUNTED), counts: z.array(z.tuple([z.union([z.string(), z.int()]), z.int().positive()])) }),
    z.object({ name: z.enum(FAILED), key: z.string(), change: z.enum(['failed', 'cleared']) }),
  ]),
});
type Told = z.infer<typeof message>['limits'];

export class SharedLimits {
  private timer: ReturnType<typeof setInterval> | undefined;
  private stopListening: () => void = () => {};

  constructor(
    private readonly limits: RateLimits,
    private readonly store: Pick<Store, 'listen' | 'signal'>,
  ) {}

  async start(): Promise<void> {
    this.stopListening = await this.store.listen({ committed() {}, signalled: (payload) => this.hear(payload) });
    for (const name of FAILED) {
      const limit = this.limits[name];
      if (limit) limit.onChange = (key, change) => this.send({ name, key, change });
    }
    this.tell();
    this.timer = setInterval(() => this.tell(), TELL_EVERY_MS);
  }

  /** Sends what was counted since the last time. */
  tell(): void {
    for (const name of COUNTED) {
      const counts = this.limits[name]?.takeUntold(KEYS_MAX) ?? [];
      for (let at = 0; at < counts.length; at += KEYS_PER_SIGNAL)
        this.send({ name, counts: counts.slice(at, at + KEYS_PER_SIGNAL) });
    }
  }

  stop(): void {
    clearInterval(this.timer);
    this.stopListening();
  }

  private send(limits: Told): void {
    this.store.signal(JSON.stringify({ limits }));
  }

  private hear(payload: string): void {
    if (!payload.startsWith('{"limits"')) return;
    const told = message.safeParse(JSON.parse(payload));
    if (!told.success) return; // a newer node's
    const { limits } = told.data;
    if ('counts' in limits) for (const [key, count] of limits.counts) this.limits[limits.name]?.addForeign(key, count);
    else this.limits[limits.name]?.addForeign(limits.key, limits.change);
  }
}
