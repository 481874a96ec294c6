// Shares a few places for slow work among those who ask for it, in turns: nobody waits for all that another has asked for.
// Never knows what the work is.

/** Thrown at work that found no place. */
export class PoolFull extends Error {
  override readonly name = 'PoolFull';
}

export interface FairPoolLimits {
  /** Works under way at once. */
  readonly places: number;
  /** Of these, those of one key. */
  readonly places_each: number;
  readonly waiting: number;
  readonly waiting_each: number;
  /** Whoever has waited for so long is refused. */
  readonly patience_ms: number;
}

interface Waiting {
  begin(): void;
  refuse(): void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class FairPool<Key> {
  private readonly queues = new Map<Key, Waiting[]>();
  /** Of keys that wait or are busy: the number of their last turn. */
  private readonly turns = new Map<Key, number>();
  private turn_count = 0;
  private readonly busy = new Map<Key, number>();
  private under_way = 0;
  private waiting = 0;

  constructor(private readonly limits: FairPoolLimits) {}

  /** Runs the work when it is the turn of its key; throws {@link PoolFull} where too many wait, or for too long. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    await this.waitForTurn(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** Refuses all that wait. */
  clear(): void {
    for (const queue of [...this.queues.values()]) for (const waiting of [...queue]) waiting.refuse();
  }

  private waitForTurn(key: Key): Promise<void> {
    const queue = this.queues.get(key) ?? [];
    if (this.waiting >= this.limits.waiting || queue.length >= this.limits.waiting_each)
      return Promise.reject(new PoolFull('too many wait'));
    return new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(waiting.timer);
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
        refuse: () => {
          leaveQueue();
          reject(new PoolFull('waited for too long'));
        },
        timer: setTimeout(() => waiting.refuse(), this.limits.patience_ms),
      };
      waiting.timer.unref();
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

  /** Whose turn was longest ago, of those who may have one more place. */
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

  /** Nothing is kept of who neither waits nor is busy. */
  private forget(key: Key): void {
    if (!this.busy.has(key) && !this.queues.has(key)) this.turns.delete(key);
  }
}
