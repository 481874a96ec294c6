// `npm run check:rules`: every rule of spec/ has a unique id and a test named by it, and tests name only existing rules.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './workspace.mjs';

const ruleRow = /^\|\s*([A-Z]{1,4}\d+)\s*\|/;
const testTitle = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\1/gs;
const citedId = /\[([A-Z]{1,4}\d+)\]/g;

const specs = read('spec', (name) => name.endsWith('.md'));
const tests = ['packages', 'tests', 'bench'].flatMap((directory) => read(directory, isTest));
const planted = findRuleFaults(
  [{ path: 'spec/a.md', text: '| A1 | x |\n| A1 | y |\n| A2 | z |' }],
  [{ path: 'a.test.ts', text: "it('[A1] [A3] x', () => {});" }],
);
if (planted.length !== 3) fail(`The check is dead: of three planted faults it found ${planted.length}.`);
const faults = findRuleFaults(specs, tests);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) fail(`${faults.length} faults between the rules of spec/ and the tests.`);
process.stdout.write(`${specs.length} files of rules, each rule with a test named by it.\n`);

/** The faults of these rules and tests, one line each. Both are lists of `{ path, text }`. */
function findRuleFaults(specs, tests) {
  const places = new Map();
  for (const { path, text } of specs)
    text.split('\n').forEach((line, at) => {
      const id = ruleRow.exec(line)?.[1];
      if (id) places.set(id, [...(places.get(id) ?? []), `${path}:${at + 1}`]);
    });
  const cited = new Map();
  for (const { path, text } of tests)
    for (const [, , title] of text.matchAll(testTitle))
      for (const [, id] of title.matchAll(citedId)) cited.set(id, path);
  return [
    ...[...places].filter(([, at]) => at.length > 1).map(([id, at]) => `${id} stands twice: ${at.join(', ')}`),
    ...[...places].filter(([id]) => !cited.has(id)).map(([id, [at]]) => `${id} (${at}) has no test named by it`),
    ...[...cited].filter(([id]) => !places.has(id)).map(([id, path]) => `${path} names ${id}, which no spec has`),
  ];
}

function isTest(name) {
  return /\.test\.tsx?$/.test(name) || /(^|\/)test_\w+\.py$/.test(name);
}

function read(directory, wanted) {
  return readdirSync(join(root, directory), { recursive: true })
    .map((name) => `${name}`)
    .filter((name) => wanted(name) && !name.includes('node_modules'))
    .map((name) => ({ path: `${directory}/${name}`, text: readFileSync(join(root, directory, name), 'utf8') }));
}
