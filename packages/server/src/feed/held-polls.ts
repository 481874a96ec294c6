// Polls that arrive while many others are being answered wait until all of these have their events. Those answered first poll again at
// once, and an event loop that takes their polls in between reaches the last of them much later.

/** Polls released in one turn of the event loop: each takes some 30 microseconds. */
const RELEASED_A_TURN = 50;

export class HeldPolls {
  private held: (() => void)[] = [];
  private rounds = 0;

  /** Null if no round runs. */
  hold(): Promise<void> | null {
    return this.rounds === 0 ? null : new Promise((resolve) => this.held.push(resolve));
  }

  /** Runs a round. At its end all that were held are released, whatever other rounds run: nobody waits for more than one. [EV34] */
  async during(round: () => Promise<void>): Promise<void> {
    this.rounds++;
    try {
      await round();
    } finally {
      this.rounds--;
      void this.release();
    }
  }

  private async release(): Promise<void> {
    const { held } = this;
    this.held = [];
    for (let at = 0; at < held.length; at += RELEASED_A_TURN) {
      for (const begin of held.slice(at, at + RELEASED_A_TURN)) begin();
      // Not the turn that statements share: theirs would each wait for the next one.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
}
