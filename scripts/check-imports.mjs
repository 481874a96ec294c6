// `npm run check:imports`: imports run one way (.dependency-cruiser.cjs), only the kit knows the runtime, and SQL is where
// it belongs. First every rule must report its planted violation and accept a lawful tree; then the cruise of the real tree
// must have seen every source file on disk.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { folderCircles } from './folders.mjs';
import {
  lawful,
  lawfulStatements,
  plantedCircle,
  plantedStatements,
  plantedWords,
  violations,
} from './planted-imports.mjs';
import { statementsIn } from './statements.mjs';
import { wordsIn } from './words.mjs';
import { fail, root } from './workspace.mjs';

const config = join(root, '.dependency-cruiser.cjs');
const packages = ['contract', 'markdown', 'sdk', 'server', 'testkit', 'web'];

proveAlive();
judge();

function proveAlive() {
  const declared = createRequire(import.meta.url)(config).forbidden.map((rule) => rule.name);
  const planted = new Set(violations.map(([rule]) => rule));
  const unproved = declared.filter((name) => !planted.has(name));
  if (unproved.length > 0) fail(`No violation is planted for: ${unproved.join(', ')} (scripts/planted-imports.mjs)`);

  const clean = inPlantedTree(lawful, cruise);
  const accused = clean.summary.violations.map(describe);
  if (accused.length > 0) fail(`The import rules accuse a lawful tree:\n${accused.join('\n')}`);
  const found = clean.modules.filter((module) => module.source in lawful).length;
  if (found !== Object.keys(lawful).length)
    fail(`The cruiser saw ${found} of ${Object.keys(lawful).length} lawful files.`);

  if (folderCircles(clean.modules).length > 0) fail('The folder guard accuses a lawful tree.');
  const [circle, closing, closing_text] = plantedCircle;
  const accusation = inPlantedTree({ ...lawful, [closing]: closing_text }, (tree) =>
    folderCircles(cruise(tree).modules),
  );
  if (!circle.every((folder) => accusation.some((line) => line.includes(folder))))
    fail(`The folder guard is dead: the circle of ${circle.join(' and ')} went unseen.`);

  // A separate file for each, so that one violation cannot stand in for another.
  const plants = violations.map(([rule, file, text], at) => ({ rule, file: file.replace('#', String(at)), text }));
  const tree = { ...lawful, ...Object.fromEntries(plants.map(({ file, text }) => [file, text])) };
  const reported = inPlantedTree(tree, cruise).summary.violations;
  for (const { rule, file } of plants) {
    if (!reported.some((each) => each.rule.name === rule && concerns(each, file))) {
      fail(`The import guard is dead: "${rule}" did not report the violation planted as ${file}.`);
    }
  }
  for (const [word, file, text] of plantedWords) {
    if (!wordsIn(file, text).some((each) => each.includes(word)))
      fail(`The word guard is dead: ${word} in ${file} went unseen.`);
  }
  for (const [said, file, text] of plantedStatements)
    if (!statementsIn(file, text).some((each) => each.includes(said)))
      fail(`The statement guard is dead: "${text}" in ${file} went unseen.`);
  for (const [file, text] of lawfulStatements)
    if (statementsIn(file, text).length > 0) fail(`The statement guard accuses "${text}" in ${file}.`);
}

function judge() {
  const result = cruise(root);
  const seen = new Set(result.modules.map((module) => module.source));
  const onDisk = sources(join(root, 'packages'), 'packages');
  const unseen = onDisk.filter((file) => !seen.has(file));
  if (result.summary.totalCruised === 0 || onDisk.length === 0) fail('The cruiser saw no module at all.');
  if (unseen.length > 0) fail(`The cruiser missed ${unseen.length} source files, ${unseen[0]} among them.`);

  const wrong = result.summary.violations.map(describe);
  wrong.push(...folderCircles(result.modules));
  for (const file of onDisk) {
    const text = readFileSync(join(root, file), 'utf8');
    wrong.push(...wordsIn(file, text), ...statementsIn(file, text));
  }
  if (wrong.length > 0) fail(`${wrong.join('\n')}\n${wrong.length} imports or words where they may not be.`);
  process.stdout.write(
    `${onDisk.length} modules import one way; ${violations.length} planted violations were all reported.\n`,
  );
}

function cruise(directory) {
  const program = join(root, 'node_modules', '.bin', 'depcruise');
  const result = spawnSync(program, ['--config', config, '--output-type', 'json', 'packages'], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  try {
    return JSON.parse(result.stdout);
  } catch {
    return fail(`dependency-cruiser failed: ${(result.stderr || String(result.error)).trim()}`);
  }
}

/** A separate workspace, so that the rules see the same paths as in the real one. */
function inPlantedTree(files, use) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const tree = mkdtempSync(join(root, '.cache', 'planted-'));
  try {
    mkdirSync(join(tree, 'node_modules', '@stoa'), { recursive: true });
    for (const name of ['zod', 'pg', 'bun']) {
      symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
    }
    for (const name of packages) {
      put(
        tree,
        `packages/${name}/package.json`,
        JSON.stringify({ name: `@stoa/${name}`, exports: { '.': './src/index.ts' } }),
      );
      symlinkSync(join('..', '..', 'packages', name), join(tree, 'node_modules', '@stoa', name));
    }
    put(tree, 'tsconfig.json', readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
    for (const [file, text] of Object.entries(files)) put(tree, file, text);
    return use(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function put(tree, file, text) {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  writeFileSync(join(tree, file), `${text}\n`);
}

function sources(directory, prefix) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return [];
    const path = `${prefix}/${entry.name}`;
    if (entry.isDirectory()) return sources(join(directory, entry.name), path);
    return /\/src\/.*\.tsx?$/.test(path) ? [path] : [];
  });
}

/** A cycle is reported once, for any of its members: files, or folders by a rule of their scope. */
function concerns(violation, file) {
  const names = [violation.from, ...(violation.cycle?.map((each) => each.name) ?? [])];
  return names.includes(file) || names.includes(dirname(file));
}

function describe(violation) {
  const cycle = violation.cycle?.map((each) => each.name).join(' -> ');
  return `${violation.rule.name}: ${violation.from} -> ${cycle ?? violation.to}`;
}
