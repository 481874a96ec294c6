// How the text of a statement is made for one engine: placeholders, and what an engine must be told about where a value stands.
export type Engine = 'sqlite' | 'postgres';
export type Parameter = string | number | boolean | null | Uint8Array;

/** What one engine is given. */
export interface Bound {
  readonly text: StatementText;
  readonly values: readonly Parameter[];
}

export interface StatementText {
  readonly text: string;
  /** PostgreSQL: its plan does not depend on the values, so a connection may keep it. */
  readonly keeps_plan: boolean;
}

/** Whatever stands in a hole and is not a value. */
export abstract class Fragment {
  /** Adds its values, and what its text depends on besides the engine. */
  abstract describe(form: Form): void;
  abstract write(writer: Writer): void;
}

/** What the text of a statement depends on, and its values in order. */
export class Form {
  key = '';
  readonly values: Parameter[] = [];
  private readonly shared = new Map<Fragment, number>();

  constructor(readonly engine: Engine) {}

  add(value: Parameter): void {
    this.key += 'v';
    this.values.push(value);
  }
  addShared(fragment: Fragment, value: Parameter): void {
    const known = this.shared.get(fragment);
    this.key += `s${known ?? this.shared.size};`;
    if (known !== undefined) return;
    this.shared.set(fragment, this.shared.size);
    this.values.push(value);
  }
}

/** How texts of templates on a line end where SQLite would plan anew for each value that is given there. */
const COMPARED = '= ';
const LIMITED = 'limit ';

export class Writer {
  text = '';
  private ending = '';
  private count = 0;
  private readonly shared = new Map<Fragment, number>();

  constructor(readonly engine: Engine) {}

  literal(text: string): void {
    if (text === '') return;
    this.text += text;
    this.ending = text;
  }
  value(): void {
    this.placeholder(++this.count);
  }
  sharedValue(fragment: Fragment): void {
    const known = this.shared.get(fragment);
    if (known === undefined) this.shared.set(fragment, ++this.count);
    this.placeholder(known ?? this.count);
  }
  /** PostgreSQL has no empty list. */
  emptyList(): void {
    if (this.ending.endsWith('not in (')) throw new Error('what is not in an empty list can not be asked');
    this.literal('null');
  }
  /**
   * Where SQLite thinks that a value could change its plan (what a column equals, in joins and sorted statements; limits), it plans
   * anew whenever one is given, which takes longer than most of our statements do: there values stand behind an operator that does
   * nothing.
   */
  private placeholder(n: number): void {
    if (this.engine === 'postgres') this.text += `$${n}`;
    else if (this.ending.endsWith(COMPARED)) this.text += `+?${n}`;
    else if (this.ending.endsWith(LIMITED)) this.text += `?${n} + 0`;
    else this.text += `?${n}`;
    this.ending = ' ';
  }
}

/** PostgreSQL plans only these. */
const PLANNED = /^\s*(select|insert|update|delete)\b/i;
/** Ranges, patterns, words, orders and limits are planned for the values given; `*` is whatever columns there are. */
const DEPENDS = /[<>*@]|\b(between|like|limit|order)\b/i;

export function statementText(engine: Engine, text: string): StatementText {
  return { text, keeps_plan: engine === 'postgres' && PLANNED.test(text) && !DEPENDS.test(text) };
}
