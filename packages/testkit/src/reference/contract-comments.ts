// The comments on endpoint parameters in the contract's source, found through the types that the compiler infers.
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../compatibility/tests-by-rule.ts';

export type ParameterComments = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function parameterComments(): ParameterComments {
  const file = join(ROOT, 'packages', 'contract', 'src', 'api.ts');
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const { options } = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.json'), {}, host)!;
  const program = ts.createProgram([file], { ...options, noEmit: true, types: [] });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const endpoints = checker.getExportsOfModule(module).find(({ name }) => name === 'endpoints')!;
  const member = (type: ts.Type, name: string) => checker.getTypeOfSymbol(type.getProperty(name)!);
  const commentsOf = (endpoint: ts.Symbol) => {
    const shape = member(member(checker.getTypeOfSymbol(endpoint), 'params'), 'shape');
    const comments = shape
      .getProperties()
      .map((parameter): [string, string] => [
        parameter.name,
        ts.displayPartsToString(parameter.getDocumentationComment(checker)).replaceAll(/\s+/g, ' '),
      ]);
    return Object.fromEntries(comments.filter(([, text]) => text !== ''));
  };
  const all = checker.getTypeOfSymbol(endpoints).getProperties();
  return Object.fromEntries(all.map((endpoint) => [endpoint.name, commentsOf(endpoint)]));
}
