// Lets so many in at once, in the order of asking.

interface Waiting {
  begin(): void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class Semaphore {
  private readonly queue = new Set<Waiting>();

  constructor(
    private free: number,
    /** A longer wait ends in an error. */
    private readonly max_wait_ms: number,
  ) {}

  /** How many wait. */
  get waiting(): number {
    return this.queue.size;
  }

  acquire(): Promise<void> {
    if (this.free > 0) {
      this.free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const expire = () => {
        this.queue.delete(waiting);
        reject(new Error('timeout exceeded when waiting for a connection'));
      };
      const waiting: Waiting = { begin: resolve, timer: setTimeout(expire, this.max_wait_ms) };
      this.queue.add(waiting);
    });
  }

  release(): void {
    const [next] = this.queue;
    if (next === undefined) {
      this.free++;
      return;
    }
    this.queue.delete(next);
    clearTimeout(next.timer);
    next.begin();
  }
}
