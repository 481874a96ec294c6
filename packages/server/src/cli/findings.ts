// Prints the results of `stoa check`.
import { print } from './terminal.ts';

/** At most 20 violations of each kind are shown; all are counted. */
const SHOWN = 20;

export class Findings {
  private count = 0;

  /** `title` states what should hold; `violations` is empty if it does. */
  note(title: string, violations: readonly string[]): void {
    const is_well = violations.length === 0;
    print(`${is_well ? 'ok   ' : 'WRONG'} ${title}${is_well ? '' : `: ${violations.length}`}`);
    for (const violation of violations.slice(0, SHOWN)) print(`        ${violation}`);
    this.count += violations.length;
  }

  /** Returns the exit code. */
  end(): number {
    print(this.count === 0 ? 'Nothing is wrong.' : `Wrong: ${this.count}`);
    return this.count === 0 ? 0 : 1;
  }
}
