// Evaluates the expressions that statements are made of, without running them: follows constants, calls and arguments to their
// templates. Where a part depends on a condition or on the caller, each possibility makes a variant.
import ts from 'typescript';
import { LONG_LIST } from './statement-plans.ts';

/** A part of a statement: text, or the place of a value. */
export type Part = string | null;
export type Variant = readonly Part[];
type Engine = 'sqlite' | 'postgres';

/** An expression and what the names in it mean. */
interface Bound {
  readonly node: ts.Expression;
  readonly env: Env;
}
type Env = ReadonlyMap<ts.Symbol, Bound>;
type Callable = ts.FunctionLikeDeclaration;
interface Closure {
  readonly callable: Callable;
  readonly env: Env;
}

const NO_NAMES: Env = new Map();
const VARIANTS_MAX = 60;
const DEPTH_MAX = 40;

/** Combines alternatives side by side: the first of each, the second of each ...; those of one cause stay together. */
function zip<T, R>(columns: readonly (readonly T[])[], make: (row: T[]) => R): R[] | null {
  if (columns.some((column) => column.length === 0)) return null;
  const count = Math.min(VARIANTS_MAX, Math.max(1, ...columns.map(({ length }) => length)));
  return Array.from({ length: count }, (_, at) => make(columns.map((column) => column[at % column.length]!)));
}

function unwrap(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return unwrap(node.expression);
  return ts.isAwaitExpression(node) ? unwrap(node.expression) : node;
}

function returnsOf({ body }: Callable): ts.Expression[] {
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}

export class PartReader {
  private readonly calls = new Map<ts.Node, ts.CallExpression[]>();
  /** What is pushed onto a list or assigned to a property, by name. */
  private readonly given = new Map<string, { readonly node: ts.Expression; readonly is_list: boolean }[]>();
  private readonly active = new Set<ts.Node>();
  private depth = 0;
  private engine: Engine = 'sqlite';

  constructor(
    private readonly checker: ts.TypeChecker,
    sources: readonly ts.SourceFile[],
  ) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) this.noteCall(node);
      if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name))
        this.note(node.name.text, { node: node.initializer, is_list: true });
      ts.forEachChild(node, visit);
    };
    for (const source of sources) visit(source);
  }

  read(node: ts.Expression, engine: Engine): readonly Variant[] | null {
    this.engine = engine;
    return this.part(node, NO_NAMES);
  }

  isPart(node: ts.Expression): boolean {
    const type = this.checker.getTypeAtLocation(node);
    const types = type.isUnion() ? type.types : [type];
    return types.some((type) => /^(Fragment|TemplateStatement|Statement)$/.test(type.getSymbol()?.name ?? ''));
  }

  private noteCall(node: ts.CallExpression): void {
    const declaration = this.declarationOf(node.expression);
    if (declaration) this.calls.set(declaration, [...(this.calls.get(declaration) ?? []), node]);
    const { expression } = node;
    if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'push') return;
    const list = expression.expression;
    const name = ts.isPropertyAccessExpression(list) ? list.name.text : list.getText();
    for (const argument of node.arguments) this.note(name, { node: argument, is_list: false });
  }

  private note(name: string, value: { readonly node: ts.Expression; readonly is_list: boolean }): void {
    this.given.set(name, [...(this.given.get(name) ?? []), value]);
  }

  private symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private declarationOf(node: ts.Expression): ts.Declaration | undefined {
    const name = ts.isPropertyAccessExpression(node) ? node.name : node;
    return ts.isIdentifier(name) ? this.symbolOf(name)?.valueDeclaration : undefined;
  }

  /** All that a name or an expression can stand for, each with what the names in it mean. */
  private origins(expression: ts.Expression, env: Env): Bound[] {
    const node = unwrap(expression);
    if (node.getText() === 'undefined' || node.kind === ts.SyntaxKind.NullKeyword) return [];
    if (ts.isConditionalExpression(node))
      return [...this.origins(node.whenTrue, env), ...this.origins(node.whenFalse, env)];
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return [...this.origins(node.left, env), ...this.origins(node.right, env)];
    if (ts.isElementAccessExpression(node)) return this.listed(node.expression, env);
    if (ts.isPropertyAccessExpression(node) && node.expression.getText() !== 'sql') {
      const found = this.origins(node.expression, env).flatMap((object) => this.propertyOf(object, node.name.text));
      if (found.length > 0) return found;
      const exported = this.originsOfCallee(node, env);
      return exported.length > 0 ? exported : [{ node, env }];
    }
    if (ts.isCallExpression(node)) {
      const closures = this.closures(node.expression, env);
      if (closures.length > 0)
        return closures.flatMap((closure) => {
          const inner = this.bind(closure, node, env);
          return returnsOf(closure.callable).flatMap((result) => this.origins(result, inner));
        });
    }
    return ts.isIdentifier(node) ? this.originsOfName(node, env) : [{ node, env }];
  }

  private originsOfName(node: ts.Identifier, env: Env): Bound[] {
    const itself: Bound[] = [{ node, env }];
    const symbol = this.symbolOf(node);
    const bound = symbol && env.get(symbol);
    if (bound) return this.origins(bound.node, bound.env);
    const declaration = symbol?.valueDeclaration;
    if (!declaration || this.active.has(declaration) || this.depth > DEPTH_MAX) return itself;
    this.active.add(declaration);
    this.depth += 1;
    try {
      const found = this.originsOfDeclaration(declaration, env);
      return found.length > 0 ? found : itself;
    } finally {
      this.active.delete(declaration);
      this.depth -= 1;
    }
  }

  private originsOfDeclaration(declaration: ts.Declaration, env: Env): Bound[] {
    if (ts.isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent;
      if (ts.isForOfStatement(loop)) return this.listed(loop.expression, env);
      return declaration.initializer ? this.origins(declaration.initializer, env) : [];
    }
    if (ts.isParameter(declaration)) return this.argumentsFor(declaration);
    if (!ts.isBindingElement(declaration)) return [];
    const pattern = declaration.parent;
    const holder = pattern.parent;
    const objects = ts.isVariableDeclaration(holder)
      ? holder.initializer
        ? this.origins(holder.initializer, env)
        : []
      : ts.isParameter(holder)
        ? this.argumentsFor(holder)
        : [];
    if (ts.isObjectBindingPattern(pattern)) {
      const name = (declaration.propertyName ?? declaration.name).getText();
      return objects.flatMap((object) => this.propertyOf(object, name));
    }
    const at = pattern.elements.indexOf(declaration);
    return objects.flatMap((object) => {
      if (!ts.isArrayLiteralExpression(object.node)) return [];
      const element = object.node.elements[at];
      return element ? this.origins(element, object.env) : [];
    });
  }

  /** What callers pass for a parameter. */
  private argumentsFor(parameter: ts.ParameterDeclaration): Bound[] {
    const callable = parameter.parent as Callable;
    const named = ts.isVariableDeclaration(callable.parent) ? callable.parent : callable;
    const at = callable.parameters.indexOf(parameter);
    return (this.calls.get(named) ?? []).flatMap((call) => {
      const argument = call.arguments[at] ?? parameter.initializer;
      return argument ? this.origins(argument, NO_NAMES) : [];
    });
  }

  private propertyOf(object: Bound, name: string): Bound[] {
    if (!ts.isObjectLiteralExpression(object.node)) return [];
    for (const property of object.node.properties) {
      if (property.name?.getText() !== name) continue;
      if (ts.isPropertyAssignment(property)) return this.origins(property.initializer, object.env);
      if (ts.isShorthandPropertyAssignment(property)) return this.originsOfName(property.name, object.env);
    }
    return [];
  }

  /** The values of an object or the elements of a list. */
  private valuesOf(object: Bound): Bound[] {
    const { node, env } = object;
    if (ts.isObjectLiteralExpression(node))
      return node.properties.flatMap((property) => this.propertyOf(object, property.name?.getText() ?? ''));
    if (ts.isArrayLiteralExpression(node))
      return node.elements.flatMap((element) =>
        ts.isSpreadElement(element) ? this.listed(element.expression, env) : this.origins(element, env),
      );
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return this.valuesByName(node);
    const method = node.expression.name.text;
    const [callback] = node.arguments;
    if (method !== 'map' && method !== 'flatMap') return this.listed(node.expression.expression, env);
    if (!callback || !ts.isArrowFunction(callback)) return [];
    return returnsOf(callback).flatMap((result) =>
      method === 'map' ? this.origins(result, env) : this.listed(result, env),
    );
  }

  private listed(list: ts.Expression, env: Env): Bound[] {
    return this.origins(list, env).flatMap((origin) => this.valuesOf(origin));
  }

  /** A list that is filled elsewhere: whatever is put into lists of that name. */
  private valuesByName(node: ts.Expression): Bound[] {
    const name = ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
    return (this.given.get(name) ?? []).flatMap(({ node: argument, is_list }) => {
      if (this.active.has(argument)) return [];
      this.active.add(argument);
      const found = is_list
        ? this.listed(argument, NO_NAMES)
        : this.isPart(argument)
          ? this.origins(argument, NO_NAMES)
          : [];
      this.active.delete(argument);
      return found.filter((bound) => this.isPart(bound.node));
    });
  }

  private closures(node: ts.Expression, env: Env): Closure[] {
    const declaration = this.declarationOf(node);
    if (declaration && ts.isFunctionLike(declaration)) {
      const callable = declaration as Callable;
      return callable.body ? [{ callable, env: NO_NAMES }] : [];
    }
    return this.originsOfCallee(node, env).flatMap((origin): Closure[] => {
      if (ts.isArrowFunction(origin.node) || ts.isFunctionExpression(origin.node))
        return [{ callable: origin.node, env: origin.env }];
      const target = this.declarationOf(origin.node);
      return target && ts.isFunctionDeclaration(target) ? [{ callable: target, env: NO_NAMES }] : [];
    });
  }

  private originsOfCallee(node: ts.Expression, env: Env): Bound[] {
    if (ts.isIdentifier(node)) return this.originsOfName(node, env);
    const declaration = this.declarationOf(node);
    return declaration && ts.isVariableDeclaration(declaration) ? this.originsOfDeclaration(declaration, NO_NAMES) : [];
  }

  private bind({ callable, env }: Closure, call: ts.CallExpression, outer: Env): Env {
    const names = new Map(env);
    callable.parameters.forEach((parameter, at) => {
      const symbol = ts.isIdentifier(parameter.name) && this.symbolOf(parameter.name);
      const argument = call.arguments[at];
      if (symbol && argument) names.set(symbol, { node: argument, env: outer });
      else if (symbol && parameter.initializer) names.set(symbol, { node: parameter.initializer, env });
    });
    return names;
  }

  private part(expression: ts.Expression, env: Env): readonly Variant[] | null {
    const all: Variant[] = [];
    for (const origin of this.origins(expression, env)) {
      // A parameter may stand for a value here and a part there.
      const found = this.isPart(origin.node) ? this.partOf(origin) : [[null]];
      if (!found) return null;
      all.push(...found);
    }
    return all.length > 0 ? all : null;
  }

  private partOf({ node, env }: Bound): readonly Variant[] | null {
    if (ts.isPropertyAccessExpression(node)) return node.getText() === 'sql.nothing' ? [['']] : null;
    if (ts.isCallExpression(node)) return this.builtIn(node, env);
    // A template that contains itself, as conditions within conditions do, is known only when it runs.
    if (!ts.isTaggedTemplateExpression(node) || this.active.has(node)) return null;
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [[template.text]];
    this.active.add(node);
    const holes = this.holesOf(template, env);
    this.active.delete(node);
    return (
      holes &&
      zip(holes, (row) => [
        template.head.text,
        ...row.flatMap((hole, at) => [...hole, template.templateSpans[at]!.literal.text]),
      ])
    );
  }

  private holesOf({ templateSpans }: ts.TemplateExpression, env: Env): (readonly Variant[])[] | null {
    const holes = templateSpans.map(({ expression }) =>
      this.isPart(expression) ? this.part(expression, env) : [[null]],
    );
    return holes.includes(null) ? null : (holes as (readonly Variant[])[]);
  }

  private builtIn({ expression, arguments: [first, second] }: ts.CallExpression, env: Env): readonly Variant[] | null {
    switch (expression.getText()) {
      case 'sql.list':
        return [Array.from({ length: 2 * LONG_LIST - 1 }, (_, n) => (n % 2 ? ', ' : null))];
      case 'sql.shared':
        return [[null]];
      case 'sql.raw':
        return this.texts(first!, env)?.map((text) => [text]) ?? null;
      case 'sql.byEngine':
        return this.origins(first!, env).flatMap((object) =>
          this.propertyOf(object, this.engine).flatMap((bound) => this.partOf(bound) ?? []),
        );
      case 'sql.each':
        return [
          this.engine === 'sqlite'
            ? ['(select value from json_each(', null, '))']
            : ['(select cast(value as bigint) from json_array_elements_text(', null, '::json) as elements(value))'],
        ];
      case 'sql.join': {
        const separator = ts.isStringLiteralLike(second!) ? second.text : ', ';
        const elements = this.listed(first!, env).map((element) => this.partOf(element));
        return elements.includes(null)
          ? null
          : elements.flatMap((variants) => variants!.map((part) => [...part, separator, ...part]));
      }
      case 'sql.rows': {
        const row = [
          '(',
          ...Array.from({ length: 2 * this.width(first!, env) - 1 }, (_, n) => (n % 2 ? ', ' : null)),
          ')',
        ];
        return row.length > 2 ? [[...row, ', ', ...row]] : null;
      }
      case 'sql.set':
        return [this.columns(first!).flatMap((name, at) => [`${at === 0 ? '' : ', '}${name} = `, null])];
      case 'sql.insert': {
        const names = this.columns(first!);
        return [
          [`(${names.join(', ')}) values (`, ...names.flatMap((_, at) => (at === 0 ? [null] : [', ', null])), ')'],
        ];
      }
      default:
        return null;
    }
  }

  private columns(node: ts.Expression): string[] {
    const names = this.checker
      .getTypeAtLocation(node)
      .getProperties()
      .map(({ name }) => name);
    return names.map((name) => name.replace(/^'|'$/g, ''));
  }

  /** The number of values in each row of a list. */
  private width(expression: ts.Expression, env: Env): number {
    for (const origin of this.origins(expression, env)) {
      const node = unwrap(origin.node);
      if (ts.isArrayLiteralExpression(node)) return node.elements.length;
      if (!ts.isCallExpression(node)) continue;
      const [callback] = node.arguments;
      if (callback && (ts.isArrowFunction(callback) || ts.isFunctionExpression(callback)))
        for (const result of returnsOf(callback)) return this.width(result, origin.env);
    }
    return 0;
  }

  private texts(expression: ts.Expression, env: Env): readonly string[] | null {
    const all = this.origins(expression, env).map((origin) => this.textsOf(origin.node, origin.env));
    return all.includes(null) ? this.textsOf(expression, env) : all.flatMap((texts) => texts!);
  }

  private textsOf(node: ts.Expression, env: Env): readonly string[] | null {
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) {
      const holes = node.templateSpans.map(({ expression }) => this.texts(expression, env));
      if (holes.includes(null)) return null;
      return zip(holes as (readonly string[])[], (row) =>
        [node.head.text, ...row.flatMap((text, at) => [text, node.templateSpans[at]!.literal.text])].join(''),
      );
    }
    const type = this.checker.getTypeAtLocation(node);
    const types = type.isUnion() ? type.types : [type];
    if (types.every((type) => type.isStringLiteral())) return types.map((type) => (type as ts.StringLiteralType).value);
    return types.every(({ flags }) => flags & ts.TypeFlags.NumberLike) ? ['1'] : null;
  }
}
