// Words that only certain files may use and that imports do not show: the runtime's global, emit.
import ts from 'typescript';

const runtime = /^packages\/(server\/src\/kit\/(http\/|database\/|release-memory\.ts$)|testkit\/)/;
const exempt = /\.test\.tsx?$|^packages\/testkit\//;
const standardMeta = new Set(['url', 'dirname', 'filename', 'resolve', 'main']);

/** Forbidden words in this file: one line each, with the place. */
export function wordsIn(file, text) {
  if (exempt.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found = [];
  const visit = (node) => {
    const wrong = wrongWord(file, node);
    if (wrong) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}: ${wrong}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function wrongWord(file, node) {
  if (!runtime.test(file)) {
    if (ts.isIdentifier(node) && node.text === 'Bun')
      return 'Bun is known to kit/http, kit/database and kit/release-memory.ts only';
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isMetaProperty(node.expression) &&
      !standardMeta.has(node.name.text)
    ) {
      return `import.meta.${node.name.text} is no web or Node standard`;
    }
  }
  if (
    /\.(routes|queries|rules|tables|present)\.ts$/.test(file) &&
    ts.isCallExpression(node) &&
    calledName(node) === 'emit'
  ) {
    return 'emit belongs to *.actions.ts';
  }
  return null;
}

function calledName(call) {
  if (ts.isIdentifier(call.expression)) return call.expression.text;
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : '';
}
