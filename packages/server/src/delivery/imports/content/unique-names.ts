// Makes the names of channels unique, ignoring case.
import { NumberedNames } from './numbered-names.ts';

export class UniqueNames {
  private readonly names = new NumberedNames((name) => name.toLowerCase());

  /** The name itself, with the hint if it is taken, and then with a number. */
  add(name: string, hint: string): string {
    return this.names.add(name, (number) => `${name} (${number === 2 ? hint : `${hint} ${number - 1}`})`);
  }
}
