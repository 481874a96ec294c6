// The statements in the source of the server, as far as they can be known without running it, and the types that it declares for
// their rows. Reads TypeScript; knows no database.
import { relative } from 'node:path';
import ts from 'typescript';

/** What a declared type may hold. */
export type Kind = 'boolean' | 'number' | 'text' | 'bytes' | 'other';

export interface DeclaredColumn {
  readonly kinds: readonly Kind[];
  readonly is_nullable: boolean;
  readonly is_optional: boolean;
}

/** A part of a statement: text, or the place of a value. */
export type Part = string | null;

export interface SourceStatement {
  /** File and line. */
  readonly place: string;
  /** Null where parts are put together only when it runs. */
  readonly parts: readonly Part[] | null;
  /** By name; null where no rows are read or nothing is said of them. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | null;
}

const VALUES_IN_A_LIST = 2;

export function findStatements(root: string, folder: string): SourceStatement[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/tsconfig.json`,
    { noEmit: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
  )!;
  const program = ts.createProgram(
    config.fileNames.filter((name) => name.includes(`/${folder}/`) && !/\.test\.ts$/.test(name)),
    config.options,
  );
  const reader = new StatementReader(program.getTypeChecker());
  return program.getSourceFiles().flatMap((source) => {
    const path = relative(root, source.fileName);
    return path.startsWith(folder) && !path.includes('.test.') ? reader.read(source, path) : [];
  });
}

const isStatement = (name: string | undefined) => name?.endsWith('Statement') === true;

class StatementReader {
  constructor(private readonly checker: ts.TypeChecker) {}

  read(source: ts.SourceFile, path: string): SourceStatement[] {
    const found: SourceStatement[] = [];
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      const statement = this.statementIn(node);
      if (!statement) return;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ place: `${path}:${line + 1}`, ...statement });
    };
    visit(source);
    return found;
  }

  /** A call of a connection with a statement. */
  private statementIn(node: ts.Node): Omit<SourceStatement, 'place'> | null {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
    const method = node.expression.name.text;
    const [statement] = node.arguments;
    if (!statement || !['all', 'get', 'run'].includes(method)) return null;
    if (!isStatement(this.nameOf(this.checker.getTypeAtLocation(statement)))) return null;
    const row = method === 'run' ? undefined : node.typeArguments?.[0];
    return { parts: this.partsOf(statement), columns: row ? this.columnsOf(row) : null };
  }

  private nameOf(type: ts.Type): string | undefined {
    return type.getSymbol()?.name;
  }

  /** Follows constants to what they were made from. */
  private origin(node: ts.Expression): ts.Expression {
    if (!ts.isIdentifier(node)) return node;
    let symbol = this.checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    const is_constant =
      declaration &&
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer &&
      declaration.parent.flags & ts.NodeFlags.Const;
    return is_constant ? this.origin(declaration.initializer!) : node;
  }

  private partsOf(given: ts.Expression): Part[] | null {
    const node = this.origin(given);
    if (!ts.isTaggedTemplateExpression(node)) return null;
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
    const parts: Part[] = [template.head.text];
    for (const { expression, literal } of template.templateSpans) {
      const hole = this.holeOf(expression);
      if (!hole) return null;
      parts.push(...hole, literal.text);
    }
    return parts;
  }

  private holeOf(expression: ts.Expression): Part[] | null {
    const type = this.checker.getTypeAtLocation(expression);
    const name = this.nameOf(type);
    if (name !== 'Statement' && name !== 'Fragment')
      return type.isUnion() && type.types.some((one) => /Statement|Fragment/.test(this.nameOf(one) ?? ''))
        ? null
        : [null];
    const node = this.origin(expression);
    if (!ts.isCallExpression(node))
      return ts.isPropertyAccessExpression(node) && node.name.text === 'nothing' ? [''] : this.partsOf(node);
    const [first] = node.arguments;
    switch (node.expression.getText()) {
      case 'sql.list':
        return Array.from({ length: 2 * VALUES_IN_A_LIST - 1 }, (_, n) => (n % 2 === 0 ? null : ', '));
      case 'sql.shared':
        return [null];
      case 'sql.raw':
        return this.textOf(first!);
      default:
        return null;
    }
  }

  private textOf(expression: ts.Expression): Part[] | null {
    const node = this.origin(expression);
    if (ts.isStringLiteralLike(node)) return [node.text];
    const type = this.checker.getTypeAtLocation(expression);
    if (type.isStringLiteral() || type.isNumberLiteral()) return [String(type.value)];
    if (type.flags & ts.TypeFlags.NumberLike) return ['1'];
    if (!ts.isTemplateExpression(node)) return null;
    const parts: Part[] = [node.head.text];
    for (const span of node.templateSpans) {
      const text = this.textOf(span.expression);
      if (!text) return null;
      parts.push(...text, span.literal.text);
    }
    return parts;
  }

  private columnsOf(row: ts.TypeNode): ReadonlyMap<string, DeclaredColumn> {
    const type = this.checker.getTypeFromTypeNode(row);
    return new Map(
      type.getProperties().map((property) => {
        const types = this.members(this.checker.getTypeOfSymbol(property));
        const is_nullable = types.some(({ flags }) => flags & ts.TypeFlags.Null);
        const kinds = types.flatMap((one) => this.kindOf(one) ?? []);
        const is_optional = Boolean(property.flags & ts.SymbolFlags.Optional);
        return [property.name, { kinds, is_nullable, is_optional }];
      }),
    );
  }

  private members(type: ts.Type): readonly ts.Type[] {
    return type.isUnion() ? type.types : [type];
  }

  private kindOf(type: ts.Type): Kind | null {
    if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return null;
    if (type.isIntersection()) {
      const kinds = type.types.map((one) => this.kindOf(one));
      return kinds.find((kind) => kind !== 'other') ?? 'other';
    }
    if (type.flags & ts.TypeFlags.StringLike) return 'text';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    return this.nameOf(type) === 'Uint8Array' || this.nameOf(type) === 'Buffer' ? 'bytes' : 'other';
  }
}
