// How much of a turn of the event loop the store's statements have used, counted for all that share it. Writes are counted apart:
// they run one after another, so reads that used up each turn would make every later write wait for them.

/** Others wait at most this long, once for reads and once for writes, and as long as the statement that reaches it. Milliseconds. */
const TURN_MS = 6;

export type Share = 'reads' | 'writes';

/** Milliseconds of statements since the last known turn: counted, because nothing reports turns and asking for each costs too much. */
const used_ms: Record<Share, number> = { reads: 0, writes: 0 };
const waiting: Record<Share, boolean> = { reads: false, writes: false };
let next_turn: Promise<void> | null = null;

export function countUse(ms: number, share: Share = 'reads'): void {
  used_ms[share] += ms;
}

/** True if it is time to yield, or if others of the same share already do. */
export function isTurnUsed(share: Share = 'reads'): boolean {
  return waiting[share] || used_ms[share] >= TURN_MS;
}

/** One turn, shared by all who wait for it. */
export function nextTurn(share: Share = 'reads'): Promise<void> {
  waiting[share] = true;
  next_turn ??= new Promise((resolve) =>
    setImmediate(() => {
      next_turn = null;
      for (const kind of ['reads', 'writes'] as const) {
        used_ms[kind] = 0;
        waiting[kind] = false;
      }
      resolve();
    }),
  );
  return next_turn;
}
