// Lends the few connections to the embedded database, first come, first served.
import { isTurnUsed, nextTurn } from '../event-loop/turns.ts';

/**
 * Work that waited starts one by one, each when the one before has ended or pauses: work that runs without a break finds its
 * connection's cache warm; work that alternates with others at every statement does not.
 */
export class ConnectionQueue<T> {
  private readonly waiting: ((connection: T) => void)[] = [];
  private is_due = false;
  private readonly size: number;

  /** The connection used last is lent first. */
  constructor(private readonly free: T[]) {
    this.size = free.length;
  }

  /** For metrics; `waiting` counts what waits for a connection. */
  get figures() {
    return { in_use: this.size - this.free.length, idle: this.free.length, waiting: this.waiting.length };
  }

  async use<R>(work: (connection: T) => Promise<R>): Promise<R> {
    const connection = await this.take();
    try {
      return await work(connection);
    } finally {
      this.free.push(connection);
      this.startNext();
    }
  }

  private take(): T | Promise<T> {
    if (this.free.length > 0 && this.waiting.length === 0 && !isTurnUsed()) return this.free.pop()!;
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.startNext();
    });
  }

  private startNext(): void {
    if (this.waiting.length === 0 || this.free.length === 0) return;
    if (!isTurnUsed()) this.waiting.shift()!(this.free.pop()!);
    // The work just started may pause without ending, so the next starts in the next turn at the latest.
    if (this.waiting.length === 0 || this.is_due) return;
    this.is_due = true;
    const start = () => {
      this.is_due = false;
      this.startNext();
    };
    if (isTurnUsed()) void nextTurn().then(start);
    else setImmediate(start);
  }
}
