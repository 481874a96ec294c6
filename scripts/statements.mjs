// Where SQL is allowed: reads in *.queries.ts, writes in *.actions.ts, both in the kit, the feed and migrations; nowhere
// else.
import ts from 'typescript';

const own = /^packages\/server\/src\/(kit|feed|migrations)\/|\.test\.ts$|^packages\/(?!server\/)/;
/** Exceptions, each with the reason. */
const exceptions = [
  /\/cli\/check-database\.ts$|\.invariants\.ts$/, // each invariant of the stored data is a statement with a name
  /\/pages\/(health|ready)\.ts$/, // checking whether the store responds takes a statement
];
const connections = new Set(['db', 'tx', 'connection']);
const calls = new Set(['all', 'get', 'run']);
const read = /^\s*(select\s|with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s+((not\s+)?materialized\s+)?\()/;
const written = /^\s*(insert\s+into|update\s+\S+\s+set|delete\s+from)\s/;
const writes_inside = /\b(insert\s+into|delete\s+from)\s|\bupdate\s+\S+\s+set\s/;

/** Forbidden statements in this file: one line each, with the place. */
export function statementsIn(file, text) {
  if (own.test(file) || /\.actions\.ts$/.test(file) || exceptions.some((exception) => exception.test(file))) return [];
  const is_query = /\.queries\.ts$/.test(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found = [];
  const visit = (node) => {
    const wrong = is_query ? writeAt(node) : statementAt(node);
    if (wrong) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1}: ${wrong}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function statementAt(node) {
  const text = textOf(node);
  if (text !== null && (read.test(text) || written.test(text))) return 'a statement outside queries and actions';
  return isCall(node, calls) ? 'a connection is used outside queries and actions' : null;
}

function writeAt(node) {
  const text = textOf(node);
  if (text !== null && (written.test(text) || (read.test(text) && writes_inside.test(text))))
    return 'a write statement in queries';
  return isCall(node, new Set(['run'])) ? 'a connection writes in queries' : null;
}

/** A string or template with an x for each placeholder. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
}

/** A method call on a connection, by naming convention: `tx.run(`, `store.db.get(`. */
function isCall(node, names) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  const receiver = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return names.has(name.text) && ts.isIdentifier(receiver) && connections.has(receiver.text);
}
