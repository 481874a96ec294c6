// Statements, written once for both engines from templates: values are parameters, never part of the text. The text of a template is built
// once per shape of its placeholders.
import {
  type Bound,
  type Engine,
  Form,
  FormTree,
  Fragment,
  type Parameter,
  type StatementText,
  statementText,
  Writer,
} from './statement-text.ts';

export type { Fragment };
export { FormTree };
export type Hole = Parameter | Fragment;

/**
 * How much a template remembers of its forms, in characters: inserts of many rows have a form for each number of rows, more than are
 * worth caching. [DB45]
 */
const FORMS_SIZE = 200_000;

class Template {
  private readonly forms = { sqlite: new FormTree(), postgres: new FormTree() };
  private readonly plain: { sqlite?: StatementText; postgres?: StatementText } = {};

  constructor(private readonly strings: readonly string[]) {}

  bind(engine: Engine, holes: readonly Hole[]): Bound {
    if (!holes.some(isFragment)) {
      this.plain[engine] ??= this.make(engine, holes);
      return { text: this.plain[engine], values: holes as readonly Parameter[] };
    }
    if (this.forms[engine].size >= FORMS_SIZE) this.forms[engine] = new FormTree();
    const form = new Form(engine, this.forms[engine]);
    this.describe(form, holes);
    return { text: form.textOr(() => this.make(engine, holes)), values: form.values };
  }

  describe(form: Form, holes: readonly Hole[]): void {
    form.depend(this);
    for (const hole of holes)
      if (isFragment(hole)) hole.describe(form);
      else form.add(hole);
  }

  write(writer: Writer, holes: readonly Hole[]): void {
    writer.literal(this.strings[0]!);
    for (let at = 0; at < holes.length; at++) {
      const hole = holes[at]!;
      if (isFragment(hole)) hole.write(writer);
      else writer.value();
      writer.literal(this.strings[at + 1]!);
    }
  }

  private make(engine: Engine, holes: readonly Hole[]): StatementText {
    const writer = new Writer(engine);
    this.write(writer, holes);
    return statementText(engine, writer.text);
  }
}

function isFragment(hole: Hole | undefined): hole is Fragment {
  return hole instanceof Fragment;
}

/** A statement that a connection can run. */
export interface Statement {
  bind(engine: Engine): Bound;
}

/** A statement or a fragment; a placeholder contains a value or a fragment. */
class TemplateStatement extends Fragment implements Statement {
  constructor(
    private readonly template: Template,
    private readonly holes: readonly Hole[],
  ) {
    super();
  }
  bind(engine: Engine): Bound {
    return this.template.bind(engine, this.holes);
  }
  describe(form: Form): void {
    this.template.describe(form, this.holes);
  }
  write(writer: Writer): void {
    this.template.write(writer, this.holes);
  }
}

const templates = new WeakMap<TemplateStringsArray, Template>();

function statement(strings: TemplateStringsArray, ...holes: Hole[]): TemplateStatement {
  let known = templates.get(strings);
  if (!known) {
    known = new Template(strings);
    templates.set(strings, known);
  }
  return new TemplateStatement(known, holes);
}

class Raw extends Fragment {
  constructor(private readonly text: string) {
    super();
  }
  describe(form: Form): void {
    form.depend(this.text);
  }
  write(writer: Writer): void {
    writer.literal(this.text);
  }
}

class List extends Fragment {
  constructor(private readonly values: readonly Parameter[]) {
    super();
  }
  describe(form: Form): void {
    form.addList(this.values);
  }
  write(writer: Writer): void {
    if (this.values.length === 0) writer.emptyList();
    for (let at = 0; at < this.values.length; at++) {
      if (at > 0) writer.literal(', ');
      writer.value();
    }
  }
}

class Rows extends Fragment {
  constructor(private readonly values: readonly (readonly Parameter[])[]) {
    super();
  }
  describe(form: Form): void {
    form.addRows(this.values);
  }
  write(writer: Writer): void {
    this.values.forEach((row, at) => {
      writer.literal(at === 0 ? '(' : ', (');
      new List(row).write(writer);
      writer.literal(')');
    });
  }
}

class Joined extends Fragment {
  constructor(
    private readonly parts: readonly Fragment[],
    private readonly separator: string,
  ) {
    super();
  }
  describe(form: Form): void {
    form.addJoined(this.parts, this.separator);
  }
  write(writer: Writer): void {
    this.parts.forEach((part, at) => {
      if (at > 0) writer.literal(this.separator);
      part.write(writer);
    });
  }
}

class Shared extends Fragment {
  constructor(private readonly value: Parameter) {
    super();
  }
  describe(form: Form): void {
    form.addShared(this, this.value);
  }
  write(writer: Writer): void {
    writer.sharedValue(this);
  }
}

class ByEngine extends Fragment {
  constructor(private readonly parts: Readonly<Record<Engine, Fragment>>) {
    super();
  }
  describe(form: Form): void {
    this.parts[form.engine].describe(form);
  }
  write(writer: Writer): void {
    this.parts[writer.engine].write(writer);
  }
}

/**
 * Repeats the last value up to a power of two, which changes no `in`: a connection keeps a statement for each length, and prepares it
 * once. [DB38]
 */
function padded(values: readonly Parameter[]): readonly Parameter[] {
  let length = 1;
  while (length < values.length) length *= 2;
  if (length === values.length || values.length === 0) return values;
  return [...values, ...new Array(length - values.length).fill(values.at(-1))];
}

/** Has an equal id for equal forms of the same tree, and the values. */
export function formOf(part: Fragment, engine: Engine, tree: FormTree): Form {
  const form = new Form(engine, tree);
  part.describe(form);
  return form;
}

export const sql = Object.assign(statement, {
  /** Raw text: a name or number of our own, never anything from outside. */
  raw: (text: string | number): Fragment => new Raw(String(text)),
  /** The values of `in (...)`; long lists go in batches. An empty list matches nothing. */
  list: (values: readonly Parameter[]): Fragment => new List(padded(values)),
  /** The values of a row that is compared. */
  tuple: (values: readonly Parameter[]): Fragment => new List(values),
  /** The rows of `values ...`. */
  rows: (values: readonly (readonly Parameter[])[]): Fragment => new Rows(values),
  join: (parts: readonly Fragment[], separator: string): Fragment => new Joined(parts, separator),
  /** A value passed once, however often a statement contains it. */
  shared: (value: Parameter): Fragment => new Shared(value),
  /** Fragments whose syntax differs between the engines. */
  byEngine: (parts: Readonly<Record<Engine, Fragment>>): Fragment => new ByEngine(parts),
  /** The assignments of `update ... set`, to columns named by us. */
  set: (values: Readonly<Record<string, Parameter>>): Fragment =>
    new Joined(
      Object.entries(values).map(([name, value]) => statement`${new Raw(name)} = ${value}`),
      ', ',
    ),
  /** The columns and values of an `insert into` of one row. */
  insert: (values: Readonly<Record<string, Parameter>>): Fragment =>
    statement`(${new Raw(Object.keys(values).join(', '))}) values (${new List(Object.values(values))})`,
  /** The operand of `in` for a list of numbers of any length, as one parameter. */
  each: (values: readonly number[]): Fragment => {
    const json = statement`${JSON.stringify(values)}`;
    return new ByEngine({
      sqlite: statement`(select cast(value as bigint) from json_each(${json}))`,
      postgres: statement`(select cast(value as bigint) from json_array_elements_text(${json}::json) as elements(value))`,
    });
  },
  nothing: new Raw('') as Fragment,
});
