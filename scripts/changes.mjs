// `npm run changes`: the text of the next release, from the files in changes/. `-- release VERSION` writes it into
// CHANGELOG.md.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, root } from './workspace.mjs';

const kinds = { added: 'Added', changed: 'Changed', fixed: 'Fixed', removed: 'Removed', security: 'Security' };
const longest = 400;

/** The files of a folder as `{name, kind, text}`, and their errors. */
export function readChanges(folder = join(root, 'changes')) {
  const names = readdirSync(folder).filter((name) => name !== 'README.md');
  return parseChanges(names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') })));
}

export function parseChanges(files) {
  const changes = [];
  const faults = [];
  for (const { name, text } of files) {
    const [, kind, words] = /^kind: (\w+)\n\n([\s\S]+)$/.exec(text) ?? [];
    const line = words?.trim().replaceAll(/\s+/g, ' ') ?? '';
    if (!/^[a-z0-9-]+\.md$/.test(name)) faults.push(`changes/${name}: name it in lower case, as .md`);
    else if (!Object.hasOwn(kinds, kind ?? ''))
      faults.push(`changes/${name}: begins with no kind: ${Object.keys(kinds)}`);
    else if (line === '') faults.push(`changes/${name}: has no text`);
    else if (line.length > longest) faults.push(`changes/${name}: ${line.length} characters, at most ${longest}`);
    else changes.push({ name, kind, text: line });
  }
  return { changes, faults };
}

function written(changes) {
  const sections = Object.entries(kinds).map(([kind, title]) => {
    const lines = changes.filter((change) => change.kind === kind).map(({ text }) => `- ${text}\n`);
    return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('')}\n`;
  });
  return sections.join('');
}

function release(version, changes) {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) fail('Usage: npm run changes -- release VERSION, such as 0.2.0');
  if (changes.length === 0) fail('There is nothing to release: changes/ has no files.');
  const log = join(root, 'CHANGELOG.md');
  const before = readFileSync(log, 'utf8');
  const at = before.indexOf('\n## ') + 1;
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(log, `${before.slice(0, at)}## ${version} (${today})\n\n${written(changes)}${before.slice(at)}`);
  const old = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  for (const path of [
    'package.json',
    'package-lock.json',
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
  ]) {
    const file = join(root, path);
    if (!existsSync(file)) continue;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(ownVersion(old), `$1"${version}"`));
  }
  for (const [path, before] of DEPLOYED) {
    const file = join(root, path);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`${before}${old}`, `${before}${version}`));
  }
  for (const { name } of changes) rmSync(join(root, 'changes', name));
  process.stdout.write(
    `CHANGELOG.md has ${version}. Run npm run released-data, commit it all, and tag the commit v${version}.\n`,
  );
}

/** Files of deploy/ that name the version, and what is before it. */
const DEPLOYED = [
  ['deploy/compose/embedded.yml', 'STOA_VERSION:-'],
  ['deploy/compose/postgres.yml', 'STOA_VERSION:-'],
  ['deploy/helm/stoa/Chart.yaml', 'ersion: '],
];

/** Sets the version of our packages and of their references to each other. */
function ownVersion(old) {
  return new RegExp(
    `("name": "(?:stoa|@stoa/\\w+)",\\s+"version": |"@stoa/\\w+": )"${old.replaceAll('.', '\\.')}"`,
    'g',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { changes, faults } = readChanges();
  if (faults.length > 0) fail(faults.join('\n'));
  const [command, version] = process.argv.slice(2);
  if (command === 'release') release(version, changes);
  else process.stdout.write(written(changes) || 'Nothing yet.\n');
}
