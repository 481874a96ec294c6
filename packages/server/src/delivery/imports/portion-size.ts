// How many messages one transaction of an import may write. The embedded database has one lock for all writers, so a
// transaction must end before requests of others wait noticeably; how much fits depends on the machine and its load. [IM43]

/** Messages of the first transaction, before the speed is known. */
const FIRST = 100;
const LEAST = 10;
const MOST = 500;
/** No request may wait longer than 100 ms because of an import: half of that is a reserve. */
const HELD_MS_MAX = 50;

export class PortionSize {
  private count = FIRST;

  get messages(): number {
    return this.count;
  }

  /** Records how long a transaction of this many messages held the lock. Shrinks at once, grows to at most double. */
  note(messages: number, held_ms: number): void {
    if (messages === 0) return;
    const fitting = Math.floor((messages * HELD_MS_MAX) / Math.max(held_ms, 1));
    this.count = Math.max(LEAST, Math.min(fitting, 2 * this.count, MOST));
  }
}
