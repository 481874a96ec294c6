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

/** A placeholder's content other than a value. */
export abstract class Fragment {
  /** Adds its values, and whatever its text depends on besides the engine. */
  abstract describe(form: Form): void;
  abstract write(writer: Writer): void;
}

/** One of the things a statement's text depends on, in order: a template, raw text, or a count of parts. */
type Step = object | string | number;

/** Counts of different kinds must never be equal steps. */
const KINDS = 4;
const STEP = {
  value: -1,
  list: (values: number): Step => values * KINDS,
  rows: (rows: number): Step => rows * KINDS + 1,
  joined: (parts: number): Step => parts * KINDS + 2,
  shared: (index: number): Step => index * KINDS + 3,
};

/** A node of the tree of forms, reached by its steps: looking up a form builds no text, which took longer than running short statements. */
class FormNode {
  text: StatementText | null = null;
  /** Most nodes have one child. */
  private step: Step | null = null;
  private next: FormNode | null = null;
  private others: Map<Step, FormNode> | null = null;

  constructor(readonly id: number) {}

  after(step: Step, tree: FormTree): FormNode {
    if (this.step === step) return this.next!;
    const existing = this.others?.get(step);
    if (existing) return existing;
    const created = tree.makeNode();
    if (this.next === null) {
      this.step = step;
      this.next = created;
    } else {
      this.others ??= new Map();
      this.others.set(step, created);
    }
    return created;
  }
}

/** Approximate memory of a node, in characters of text. */
const NODE_SIZE = 100;

/** All forms seen for one engine. */
export class FormTree {
  private nodes = 0;
  private characters = 0;
  readonly root = this.makeNode();

  /** Approximate memory of its nodes and texts, in characters. */
  get size(): number {
    return this.nodes * NODE_SIZE + this.characters;
  }

  makeNode(): FormNode {
    return new FormNode(this.nodes++);
  }

  keep(node: FormNode, text: StatementText): void {
    node.text = text;
    this.characters += text.text.length;
  }
}

/** Everything the text of a statement depends on, and its values in order. */
export class Form {
  readonly values: Parameter[] = [];
  private shared: Map<Fragment, number> | null = null;
  private node: FormNode;

  constructor(
    readonly engine: Engine,
    private readonly tree: FormTree,
  ) {
    this.node = tree.root;
  }

  /** Equal for equal forms of one tree. */
  get id(): number {
    return this.node.id;
  }

  /** The text of this form, made if it is new. */
  textOr(make: () => StatementText): StatementText {
    if (this.node.text === null) this.tree.keep(this.node, make());
    return this.node.text!;
  }

  depend(step: object | string): void {
    this.node = this.node.after(step, this.tree);
  }
  add(value: Parameter): void {
    this.count(STEP.value);
    this.values.push(value);
  }
  addList(values: readonly Parameter[]): void {
    this.count(STEP.list(values.length));
    for (const value of values) this.values.push(value);
  }
  addRows(rows: readonly (readonly Parameter[])[]): void {
    this.count(STEP.rows(rows.length));
    const width = rows[0]?.length ?? 0;
    if (rows.some((row) => row.length !== width)) throw new Error('rows of one statement have as many values each');
    this.count(STEP.list(width));
    for (const row of rows) for (const value of row) this.values.push(value);
  }
  addJoined(parts: readonly Fragment[], separator: string): void {
    this.count(STEP.joined(parts.length));
    this.depend(separator);
    for (const part of parts) part.describe(this);
  }
  addShared(fragment: Fragment, value: Parameter): void {
    this.shared ??= new Map();
    const existing = this.shared.get(fragment);
    this.count(STEP.shared(existing ?? this.shared.size));
    if (existing !== undefined) return;
    this.shared.set(fragment, this.shared.size);
    this.values.push(value);
  }

  private count(step: Step): void {
    this.node = this.node.after(step, this.tree);
  }
}

/** Text before a value for which SQLite would otherwise replan each time. */
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
    const existing = this.shared.get(fragment);
    if (existing === undefined) this.shared.set(fragment, ++this.count);
    this.placeholder(existing ?? this.count);
  }
  /** Matches nothing; PostgreSQL has no empty list. */
  emptyList(): void {
    if (this.ending.endsWith('not in (')) throw new Error('"not in" needs a list that is not empty');
    this.literal('null');
  }
  /**
   * SQLite replans for each value that might change its plan (equality with a column in joins and sorted statements; limits), which takes
   * longer than most of our statements. An operator without effect before the value prevents it.
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
