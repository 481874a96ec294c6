// The statements in the source of the server, as far as they can be known without running it, and the types that it declares for
// their rows. Reads TypeScript; knows no database.
import { relative } from 'node:path';
import ts from 'typescript';
import { PartReader, type Variant } from './statement-parts.ts';

/** What a declared type may hold. */
export type Kind = 'boolean' | 'number' | 'text' | 'bytes' | 'other';

export interface DeclaredColumn {
  readonly kinds: readonly Kind[];
  readonly is_nullable: boolean;
  readonly is_optional: boolean;
}

export interface SourceStatement {
  /** File and line. */
  readonly place: string;
  /** For each engine what it may consist of; null where that is known only when it runs. */
  readonly variants: Readonly<Record<'sqlite' | 'postgres', readonly Variant[]>> | null;
  /** Keyed by name; null where no rows are read or nothing is said of them. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | null;
}

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
  const sources = program.getSourceFiles().filter((source) => {
    const path = relative(root, source.fileName);
    return path.startsWith(folder) && !path.includes('.test.');
  });
  const reader = new StatementReader(program.getTypeChecker(), sources);
  return sources.flatMap((source) => reader.read(source, relative(root, source.fileName)));
}

class StatementReader {
  private readonly parts: PartReader;

  constructor(
    private readonly checker: ts.TypeChecker,
    sources: readonly ts.SourceFile[],
  ) {
    this.parts = new PartReader(checker, sources);
  }

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

  /** A call of a connection with a statement, or the statement of an invariant. */
  private statementIn(node: ts.Node): Omit<SourceStatement, 'place'> | null {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'violations' && this.parts.isPart(node.initializer))
      return { variants: this.variantsOf(node.initializer), columns: null };
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
    const method = node.expression.name.text;
    const [statement] = node.arguments;
    if (!statement || !['all', 'get', 'run'].includes(method) || !this.parts.isPart(statement)) return null;
    if (this.checker.getTypeAtLocation(node.expression.expression).getSymbol()?.name === 'Map') return null;
    const row = method === 'run' ? undefined : node.typeArguments?.[0];
    return { variants: this.variantsOf(statement), columns: row ? this.columnsOf(row) : null };
  }

  private variantsOf(statement: ts.Expression): SourceStatement['variants'] {
    const sqlite = this.parts.read(statement, 'sqlite');
    const postgres = this.parts.read(statement, 'postgres');
    return sqlite && postgres && { sqlite, postgres };
  }

  private columnsOf(row: ts.TypeNode): ReadonlyMap<string, DeclaredColumn> {
    const type = this.checker.getTypeFromTypeNode(row);
    return new Map(
      type.getProperties().map((property) => {
        const types = this.members(this.checker.getTypeOfSymbol(property));
        const is_nullable = types.some(({ flags }) => flags & ts.TypeFlags.Null);
        const kinds = types.flatMap((type) => this.kindOf(type) ?? []);
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
      const kinds = type.types.map((type) => this.kindOf(type));
      return kinds.find((kind) => kind !== 'other') ?? 'other';
    }
    if (type.flags & ts.TypeFlags.StringLike) return 'text';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    return /^(Uint8Array|Buffer)$/.test(type.getSymbol()?.name ?? '') ? 'bytes' : 'other';
  }
}
