// Runs slow tasks in a few places, fairly: keys take turns, so that many tasks of one key don't delay another's. Never knows what
// the tasks do.

/** Thrown if a task finds no place. */
export class PoolFull extends Error {
  override readonly name = 'PoolFull';

  constructor(
    readonly reason: 'too many wait' | 'waited for too long' | 'took long while others wait' | 'aborted' | 'closed',
  ) {
    super(reason);
  }
}

export interface FairPoolLimits {
  /** Most tasks at once. */
  readonly places: number;
  /** Most tasks of one key at once. */
  readonly places_each: number;
  /** Most tasks that may wait ... */
  readonly waiting: number;
  /** ... and most of one key. */
  readonly waiting_each: number;
  /** A task that has waited this long is refused. */
  readonly max_wait_ms: number;
  /**
   * Keys with a task that took longer share all places but one for a while, and wait for all other keys. A task that gets slow while
   * the others already are is told to give up if another key waits. If left out, all tasks are alike.
   */
  readonly slow_ms?: number;
}

interface Waiting {
  begin(): void;
  refuse(reason: PoolFull['reason']): void;
}

interface Running<Key> {
  readonly key: Key;
  is_slow: boolean;
  readonly giving_up: AbortController;
}

/** How long a key counts as slow. */
const SLOW_FOR_MS = 10 * 60_000;

export class FairPool<Key> {
  private readonly queues = new Map<Key, Waiting[]>();
  /** For keys that wait or are busy: the number of their last turn. */
  private readonly turns = new Map<Key, number>();
  private turn_count = 0;
  private readonly busy = new Map<Key, number>();
  private readonly running = new Set<Running<Key>>();
  /** Until when keys count as slow, by the clock of the process; the first ones end first. */
  private readonly slow = new Map<Key, number>();
  private waiting = 0;

  constructor(private readonly limits: FairPoolLimits) {}

  /**
   * Runs a task when it is its key's turn; throws {@link PoolFull} if too many wait, or it waits too long, or has to give up: then the
   * signal aborts, and the work must end.
   */
  async run<T>(key: Key, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const running = await this.waitForTurn(key);
    const { slow_ms } = this.limits;
    const timer = slow_ms === undefined ? undefined : setTimeout(() => this.noteSlow(running), slow_ms);
    timer?.unref();
    const { signal } = running.giving_up;
    try {
      const result = await work(signal);
      signal.throwIfAborted();
      return result;
    } finally {
      clearTimeout(timer);
      this.leave(running);
    }
  }

  /** Takes a place when it is the key's turn; resolves with the function that gives it back. Throws {@link PoolFull}. */
  async enter(key: Key, signal?: AbortSignal): Promise<() => void> {
    const running = await this.waitForTurn(key, signal);
    let left = false;
    return () => {
      if (!left) this.leave(running);
      left = true;
    };
  }

  private noteSlow(running: Running<Key>): void {
    running.is_slow = true;
    const now = performance.now();
    for (const [key, until] of this.slow) if (until <= now) this.slow.delete(key);
    this.slow.delete(running.key);
    this.slow.set(running.key, now + SLOW_FOR_MS);
    this.makeRoom();
  }

  private isSlow(key: Key): boolean {
    return (this.slow.get(key) ?? 0) > performance.now();
  }

  /** If slow tasks have all places and a key that is not slow waits, the one that began last gives up. */
  private makeRoom(): void {
    const { running, limits } = this;
    if (limits.slow_ms === undefined || running.size < limits.places || ![...running].every((each) => each.is_slow))
      return;
    if (![...this.queues.keys()].some((key) => !this.isSlow(key))) return;
    [...running].at(-1)!.giving_up.abort(new PoolFull('took long while others wait'));
  }

  /** Refuses all waiting tasks. */
  clear(): void {
    for (const queue of [...this.queues.values()]) for (const waiting of [...queue]) waiting.refuse('closed');
  }

  private waitForTurn(key: Key, signal?: AbortSignal): Promise<Running<Key>> {
    const queue = this.queues.get(key) ?? [];
    if (signal?.aborted) return Promise.reject(new PoolFull('aborted'));
    if (this.waiting >= this.limits.waiting || queue.length >= this.limits.waiting_each)
      return Promise.reject(new PoolFull('too many wait'));
    return new Promise((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) this.queues.delete(key);
        this.waiting--;
        this.forget(key);
      };
      const waiting: Waiting = {
        begin: () => {
          leaveQueue();
          const running = { key, is_slow: this.isSlow(key), giving_up: new AbortController() };
          this.running.add(running);
          resolve(running);
        },
        refuse: (reason) => {
          leaveQueue();
          reject(new PoolFull(reason));
        },
      };
      const abort = () => waiting.refuse('aborted');
      const timer = setTimeout(() => waiting.refuse('waited for too long'), this.limits.max_wait_ms);
      timer.unref();
      signal?.addEventListener('abort', abort);
      queue.push(waiting);
      this.queues.set(key, queue);
      this.waiting++;
      this.next();
      this.makeRoom();
    });
  }

  private next(): void {
    while (this.running.size < this.limits.places) {
      const key = this.findNext();
      if (key === null) return;
      this.busy.set(key, (this.busy.get(key) ?? 0) + 1);
      this.turns.set(key, ++this.turn_count);
      this.queues.get(key)![0]!.begin();
    }
  }

  /** The key whose last turn is the oldest among those that may start another task; slow ones after all others. */
  private findNext(): Key | null {
    let found: Key | null = null;
    let longest_ago = Number.POSITIVE_INFINITY;
    let is_found_slow = false;
    const slow_running = [...this.running].filter(({ is_slow }) => is_slow).length;
    const takes_slow = slow_running < Math.max(1, this.limits.places - 1);
    for (const key of this.queues.keys()) {
      const is_slow = this.isSlow(key);
      if ((is_slow && !takes_slow) || (this.busy.get(key) ?? 0) >= this.limits.places_each) continue;
      const turn = this.turns.get(key) ?? 0;
      const is_before = is_slow === is_found_slow ? turn < longest_ago : is_found_slow;
      if (found !== null && !is_before) continue;
      found = key;
      longest_ago = turn;
      is_found_slow = is_slow;
    }
    return found;
  }

  private leave(running: Running<Key>): void {
    const { key } = running;
    this.running.delete(running);
    const left = this.busy.get(key)! - 1;
    if (left > 0) this.busy.set(key, left);
    else this.busy.delete(key);
    this.forget(key);
    this.next();
  }

  /** Forgets a key that neither waits nor is busy. */
  private forget(key: Key): void {
    if (!this.busy.has(key) && !this.queues.has(key)) this.turns.delete(key);
  }
}
