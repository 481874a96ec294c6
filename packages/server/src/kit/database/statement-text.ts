// Builds the text of a statement for one engine: placeholders, and hints that depend on where a value is.
export type Engine = 'sqlite' | 'postgres';
export type Parameter = string | number | boolean | null | Uint8Array;

/** A statement's text for one engine. */
export interface Bound {
  readonly text: StatementText;
  readonly values: readonly Parameter[];
}

export interface StatementText {
  readonly text: string;
  /** PostgreSQL: the plan does not depend on the values, so a connection may keep it. */
  readonly keeps_plan: boolean;
}

/** A hole's content that is not a value. */
export abstract class Fragment {
  /** Adds its values, and whatever its text depends on besides the engine. */
  abstract describe(form: Form): void;
  abstract write(writer: Writer): void;
}

/** Everything the text of a statement depends on, and its values in order. */
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

/** Text before a value for which SQLite would plan again each time. */
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
  /** Matches nothing; PostgreSQL has no empty list. */
  emptyList(): void {
    if (this.ending.endsWith('not in (')) throw new Error('what is not in an empty list can not be asked');
    this.literal('null');
  }
  /**
   * SQLite plans again for each value that might change its plan (equality with a column in joins and sorted statements; limits),
   * which takes longer than most of our statements. An operator without effect before the value prevents it.
   */
  placeholder(n: number): void {
    if (this.engine === 'postgres') this.text += `$${n}`;
    else if (this.ending.endsWith(COMPARED)) this.text += `+?${n}`;
    else if (this.ending.endsWith(LIMITED)) this.text += `?${n} + 0`;
    else this.text += `?${n}`;
    this.ending = ' ';
  }
}

/** The only statements that PostgreSQL plans. */
const PLANNED = /^\s*(select|insert|update|delete)\b/i;
/** Ranges, patterns, full text, order and limits are planned for the values given; `*` depends on the table's columns. */
const DEPENDS = /[<>*@]|\b(between|like|limit|order)\b/i;

export function statementText(engine: Engine, text: string): StatementText {
  return { text, keeps_plan: engine === 'postgres' && PLANNED.test(text) && !DEPENDS.test(text) };
}
