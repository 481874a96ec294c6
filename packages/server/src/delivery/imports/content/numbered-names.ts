// Names that must differ: one that is taken gets a number. Many of one name take linear time.

export class NumberedNames {
  private readonly used: Set<string>;
  /** The last number that a name got, by its key. */
  private readonly numbers = new Map<string, number>();

  constructor(
    private readonly keyOf: (name: string) => string,
    taken: Iterable<string> = [],
  ) {
    this.used = new Set(Array.from(taken, keyOf));
  }

  /** The name itself, else the first of `numbered(2)`, `numbered(3)` and so on that is free. */
  add(name: string, numbered: (number: number) => string): string {
    const key = this.keyOf(name);
    let unique = name;
    let number = this.numbers.get(key) ?? 1;
    while (this.used.has(this.keyOf(unique))) unique = numbered(++number);
    this.numbers.set(key, number);
    this.used.add(this.keyOf(unique));
    return unique;
  }
}
