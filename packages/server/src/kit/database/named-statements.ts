// Which statements a PostgreSQL connection keeps prepared, and under what names: planning most of ours takes it longer than doing
// them. Only those whose plan does not depend on the values, and whose columns stay what they are when the schema grows.

const PLANNED = /^\s*(select|insert|update|delete)\b/i;
/** Ranges, patterns, words, orders and limits are planned for the values given; `*` is whatever columns there are. */
const DEPENDS = /[<>*@]|\b(between|like|limit|order)\b/i;
/** Statements put together for one use are not worth keeping ... */
const USES = 10;
const COUNTED = 1000;
/** ... and each connection keeps no more than this. */
const NAMES = 200;

export class StatementNames {
  private readonly names = new Map<string, string>();
  private uses = new Map<string, number>();

  /** The name of a statement; undefined for one that is better planned each time. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= NAMES || !PLANNED.test(text) || DEPENDS.test(text)) return known;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (this.uses.size >= COUNTED) this.uses = new Map();
    this.uses.set(text, uses);
    if (uses < USES) return undefined;
    const name = `stoa_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}
