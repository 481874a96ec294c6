// Polls that must wait before they begin. Those that arrive while many others are being answered wait until all of these have their
// events: who was answered first polls again at once, and an event loop that takes these polls in between reaches the last of the
// others much later. And of a crowd that arrives at once some begin in each turn of the event loop: were all of them under way
// together, other requests would wait for the whole crowd, and it would take three times the memory meanwhile.

/** Each takes some 30 microseconds. */
const BEGUN_A_TURN = 50;

type Begin = () => void;

export class HeldPolls {
  /** Wait for the end of a round. */
  private held: Begin[] = [];
  /** Begin in the next turns. */
  private line: Begin[] = [];
  private rounds = 0;
  private begun = 0;
  private is_turning = false;

  /** Null if the poll may begin at once. */
  hold(): Promise<void> | null {
    if (this.rounds > 0) return new Promise((begin) => this.held.push(begin));
    if (this.line.length > 0 || this.begun === BEGUN_A_TURN) return new Promise((begin) => this.line.push(begin));
    this.begun++;
    this.takeTurns();
    return null;
  }

  /** Runs a round. At its end all that were held may begin, whatever other rounds run: nobody waits for more than one. [EV34] */
  async during(round: () => Promise<void>): Promise<void> {
    this.rounds++;
    try {
      await round();
    } finally {
      this.rounds--;
      this.line.push(...this.held);
      this.held = [];
      this.takeTurns();
    }
  }

  private takeTurns(): void {
    if (this.is_turning) return;
    this.is_turning = true;
    // Not the turn that statements share: theirs would each wait for the next one.
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.is_turning = false;
    const beginning = this.line.splice(0, BEGUN_A_TURN);
    this.begun = beginning.length;
    for (const begin of beginning) begin();
    if (this.begun > 0) this.takeTurns();
  }
}
