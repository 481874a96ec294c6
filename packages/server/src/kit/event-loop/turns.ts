// How much of a turn of the event loop the store's statements have used, counted for all that share it.

/** Others wait at most this long and as long as the statement that reaches it. Milliseconds. */
const TURN_MS = 6;

/** Milliseconds of statements since the last known turn: counted, because nothing reports turns and asking for each costs too much. */
let used_ms = 0;
let next_turn: Promise<void> | null = null;

export function countUse(ms: number): void {
  used_ms += ms;
}

/** True if the caller should yield, or if others already do. */
export function isTurnUsed(): boolean {
  return next_turn !== null || used_ms >= TURN_MS;
}

/** One turn, shared by all who wait for it. */
export function nextTurn(): Promise<void> {
  next_turn ??= new Promise((resolve) =>
    setImmediate(() => {
      next_turn = null;
      used_ms = 0;
      resolve();
    }),
  );
  return next_turn;
}
