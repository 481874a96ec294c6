// Words that only certain files may use and that imports do not show (the runtime's global, emit), and phrases that no file may use.
import ts from 'typescript';

const runtime = /^packages\/(server\/src\/kit\/(http\/|database\/|runtime\/)|testkit\/)/;
const exempt = /\.test\.tsx?$|^packages\/testkit\//;
/** Phrases that readers stumbled over, each with what to write instead. */
const phrases = [
  [/in whatever clothes/, 'in every notation'],
  [/\b(is|are) none here\b/, 'is not accepted here'],
  [/\banother such\b/, 'what it is'],
  [/\b(is|was|were|being) taken back\b|\btakes? an import back\b/, 'undone'],
  [/\bwas killed goes on\b/, 'an interrupted run continues'],
  [/\b(load|drawn|draws?|registers?)( \w+)? anew\b/, 'again'],
  [/\beverything is in[,:.]/, 'is complete'],
  [/\bof (our|your) own making\b|\bof your making\b/, 'handmade; that you created'],
  [/\bso (many|late|few)\b[^.]* at most\./, 'at most N ...'],
  [/\bnobody's business\b/, 'must not be revealed'],
];
const standardMeta = new Set(['url', 'dirname', 'filename', 'resolve', 'main']);

/** Forbidden words in this file: one line each, with the place. */
export function wordsIn(file, text) {
  const phrasing = /\/migrations\//.test(file) ? [] : phrasesIn(file, text);
  if (exempt.test(file)) return phrasing;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found = phrasing;
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

function phrasesIn(file, text) {
  return text
    .split('\n')
    .flatMap((line, at) =>
      phrases.filter(([said]) => said.test(line)).map(([, better]) => `${file}:${at + 1}: write "${better}"`),
    );
}

function wrongWord(file, node) {
  if (!runtime.test(file)) {
    if (ts.isIdentifier(node) && node.text === 'Bun')
      return 'Bun is known to kit/http, kit/database and kit/runtime only';
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
