// Lets others have their turn in the middle of long work: what takes long is done in stretches of a few milliseconds.

const STRETCH_MS = 6;

export class Breath {
  private since = performance.now();

  /** To be awaited between two steps of the work, each of them short. */
  async rest(): Promise<void> {
    if (performance.now() - this.since < STRETCH_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.since = performance.now();
  }
}
