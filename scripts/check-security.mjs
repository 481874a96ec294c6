// `npm run check:security`: every test named in docs/security.md exists, and every class names some.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './workspace.mjs';

const CLASSES = 22;
const row = /^\| (\d+) \|/;
const cited = /`([^`\s]+\.test\.tsx?)` "(.+?)"(?=<br>| \|$)/g;
const testTitle = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])([^\n]*?)\1,/g;

const planted = findFaults(
  '| 1 | a | b | `a.test.ts` "is there"<br>`a.test.ts` "is gone"<br>`b.test.ts` "x" |\n| 2 | a | b | none |',
  3,
  (path) => (path === 'a.test.ts' ? "it('is there', () => {});" : null),
);
if (planted.length !== 4) fail(`The check is dead: of four planted faults it found ${planted.length}.`);
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');
const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);
const faults = findFaults(document, CLASSES, read);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) fail(`${faults.length} faults in docs/security.md.`);
process.stdout.write(`${CLASSES} classes of weakness, each with tests that are there.\n`);

function findFaults(text, classes, readTest) {
  const found = [];
  const known = new Map();
  const titlesOf = (path) => {
    if (!known.has(path)) {
      const source = readTest(path);
      known.set(path, source === null ? null : new Set([...source.matchAll(testTitle)].map(([, , title]) => title)));
    }
    return known.get(path);
  };
  const rows = text.split('\n').filter((line) => row.test(line));
  for (let number = 1; number <= classes; number++)
    if (!rows.some((line) => row.exec(line)[1] === String(number))) found.push(`class ${number} is missing`);
  for (const line of rows) {
    const tests = [...line.matchAll(cited)];
    if (tests.length === 0) found.push(`class ${row.exec(line)[1]} names no test`);
    for (const [, path, title] of tests) {
      const titles = titlesOf(path);
      if (!titles) found.push(`${path} is not there`);
      else if (!titles.has(title)) found.push(`${path} has no test "${title}"`);
    }
  }
  return found;
}
