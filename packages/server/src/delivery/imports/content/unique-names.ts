// Names of channels, of which no two may be equal whatever the case.

export class UniqueNames {
  private readonly used = new Set<string>();

  /** The name itself, with the hint if it is taken, and then with a number. */
  add(name: string, hint: string): string {
    let unique = name;
    for (let number = 1; this.used.has(unique.toLowerCase()); number++)
      unique = `${name} (${number === 1 ? hint : `${hint} ${number}`})`;
    this.used.add(unique.toLowerCase());
    return unique;
  }
}
