// Runs slow tasks in a few places, fairly: keys take turns, so that many tasks of one key don't delay another's. Never knows what
// the tasks do.

/** Thrown if a task finds no place. */
export class PoolFull extends Error {
  override readonly name = 'PoolFull';

  constructor(readonly reason: 'too many wait' | 'waited for too long' | 'aborted' | 'closed') {
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
}

interface Waiting {
  begin(): void;
  refuse(reason: PoolFull['reason']): void;
}

export class FairPool<Key> {
  private readonly queues = new Map<Key, Waiting[]>();
  /** For keys that wait or are busy: the number of their last turn. */
  private readonly turns = new Map<Key, number>();
  private turn_count = 0;
  private readonly busy = new Map<Key, number>();
  private under_way = 0;
  private waiting = 0;

  constructor(private readonly limits: FairPoolLimits) {}

  /** Runs a task when it is its key's turn; throws {@link PoolFull} if too many wait, or it waits too long. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes a place when it is the key's turn; resolves with the function that gives it back. Throws {@link PoolFull}. */
  async enter(key: Key, signal?: AbortSignal): Promise<() => void> {
    await this.waitForTurn(key, signal);
    let left = false;
    return () => {
      if (!left) this.leave(key);
      left = true;
    };
  }

  /** Refuses all waiting tasks. */
  clear(): void {
    for (const queue of [...this.queues.values()]) for (const waiting of [...queue]) waiting.refuse('closed');
  }

  private waitForTurn(key: Key, signal?: AbortSignal): Promise<void> {
    const queue = this.queues.get(key) ?? [];
    if (signal?.aborted) return Promise.reject(new PoolFull('aborted'));
    if (this.waiting >= this.limits.waiting || queue.length >= this.limits.waiting_each)
      return Promise.reject(new PoolFull('too many wait'));
    return new Promise<void>((resolve, reject) => {
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
          resolve();
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
    });
  }

  private next(): void {
    while (this.under_way < this.limits.places) {
      const key = this.findNext();
      if (key === null) return;
      this.under_way++;
      this.busy.set(key, (this.busy.get(key) ?? 0) + 1);
      this.turns.set(key, ++this.turn_count);
      this.queues.get(key)![0]!.begin();
    }
  }

  /** The key whose last turn is the oldest among those that may start another task. */
  private findNext(): Key | null {
    let found: Key | null = null;
    let longest_ago = Number.POSITIVE_INFINITY;
    for (const key of this.queues.keys()) {
      const turn = this.turns.get(key) ?? 0;
      if (turn >= longest_ago || (this.busy.get(key) ?? 0) >= this.limits.places_each) continue;
      found = key;
      longest_ago = turn;
    }
    return found;
  }

  private leave(key: Key): void {
    this.under_way--;
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
