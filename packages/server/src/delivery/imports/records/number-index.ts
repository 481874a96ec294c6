// Ids that are numbers, for hundreds of thousands: in a map each takes forty bytes, here four or eight. [IM44]

/** Finds numbers by their values; they don't change. */
export class NumberIndex {
  private readonly sorted: Uint32Array;
  /** The place of each in the order in which they came; null if they came sorted. */
  private readonly places: Uint32Array | null;

  constructor(numbers: Uint32Array) {
    this.sorted = numbers;
    this.places = null;
    if (numbers.every((number, at) => at === 0 || numbers[at - 1]! < number)) return;
    this.places = Uint32Array.from(numbers, (_, at) => at).sort((a, b) => numbers[a]! - numbers[b]! || a - b);
    this.sorted = this.places.map((place) => numbers[place]!);
  }

  has(number: number): boolean {
    return this.indexOf(number) !== -1;
  }

  /** Where the number came, the last time if it came more than once; -1 if it did not. */
  indexOf(number: number): number {
    const { sorted, places } = this;
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (sorted[middle]! <= number) from = middle + 1;
      else to = middle;
    }
    if (from === 0 || sorted[from - 1] !== number) return -1;
    return places === null ? from - 1 : places[from - 1]!;
  }
}

const FIRST = 16;

/** Numbers that come in any order and repeatedly; read sorted, each once. */
export class NumberSet {
  private numbers = new Uint32Array(FIRST);
  private count = 0;
  private is_sorted = true;

  get size(): number {
    this.sort();
    return this.count;
  }

  add(number: number): void {
    if (this.count === this.numbers.length) this.makeRoom();
    this.numbers[this.count++] = number;
    this.is_sorted = false;
  }

  [Symbol.iterator](): Iterator<number> {
    this.sort();
    return this.numbers.subarray(0, this.count).values();
  }

  /** Sorts seldom: then half of the numbers are free. */
  private makeRoom(): void {
    this.sort();
    if (this.count <= this.numbers.length / 2) return;
    const grown = new Uint32Array(this.numbers.length * 2);
    grown.set(this.numbers);
    this.numbers = grown;
  }

  private sort(): void {
    if (this.is_sorted) return;
    const all = this.numbers.subarray(0, this.count).sort();
    let kept = 0;
    for (const number of all) if (kept === 0 || all[kept - 1] !== number) all[kept++] = number;
    this.count = kept;
    this.is_sorted = true;
  }
}
