// How many records one transaction of long work may write. Other writes wait for it (the embedded database has one lock for all
// processes), so it must end before requests wait noticeably; how much fits depends on the machine and its load. [IM43]

export interface BatchLimits {
  /** Records of the first transaction, before the speed is known. */
  readonly first: number;
  readonly least: number;
  readonly most: number;
  readonly held_ms_max: number;
}

/** No request may wait longer than 100 ms because of an import: half of that is a reserve. */
const IMPORTING: BatchLimits = { first: 100, least: 10, most: 500, held_ms_max: 50 };

export class BatchSize {
  private count: number;

  constructor(private readonly limits: BatchLimits = IMPORTING) {
    this.count = limits.first;
  }

  get records(): number {
    return this.count;
  }

  /** Records how long a transaction of this many records held the lock. Shrinks at once, grows to at most double. */
  note(records: number, held_ms: number): void {
    if (records === 0) return;
    const { least, most, held_ms_max } = this.limits;
    const fitting = Math.floor((records * held_ms_max) / Math.max(held_ms, 1));
    this.count = Math.max(least, Math.min(fitting, 2 * this.count, most));
  }
}
