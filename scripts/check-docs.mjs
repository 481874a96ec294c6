// `npm run check:docs`: links between documents lead to existing files and headings, changes/ follows its README, and
// CHANGELOG.md has the version of the packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseChanges, readChanges } from './changes.mjs';
import { fail, root } from './workspace.mjs';

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'spec', 'changes'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => `${name}`.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const planted = findBrokenLinks(
  [
    {
      path: 'docs/a.md',
      text: '# One\n[x](gone.md) [y](a.md#two) [z](a.md#one) [w](https://example.com) `[v](gone.md)`',
    },
  ],
  (path) => path === 'docs/a.md',
);
const plantedChanges = parseChanges([
  { name: 'a.md', text: 'kind: odd\n\nx' },
  { name: 'b.md', text: 'kind: fixed\n\nx' },
]);
if (planted.length !== 2 || plantedChanges.faults.length !== 1)
  fail(`The check is dead: of three planted faults it found ${planted.length + plantedChanges.faults.length}.`);

const faults = [...findBrokenLinks(documents, (path) => existsSync(join(root, path))), ...readChanges().faults];
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const released = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(
  readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
)?.[1];
if (released !== version)
  faults.push(`CHANGELOG.md: the newest version is ${released}, that of the packages ${version}`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) fail(`${faults.length} faults in the documents.`);
process.stdout.write(`${documents.length} documents, every link leads somewhere.\n`);

/** Links to missing files and headings, one line each. `exists` takes a path from the root. */
function findBrokenLinks(documents, exists) {
  const headings = new Map(documents.map(({ path, text }) => [path, new Set(headingsOf(text))]));
  return documents.flatMap(({ path, text }) =>
    [...text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link)
      // Guides link to pages of the server by URL.
      .filter((link) => !/^(\w+:|\/)/.test(link))
      .filter((link) => {
        const [file, heading] = link.split('#');
        const target = file === '' ? path : normalize(join(dirname(path), file));
        if (!exists(target)) return true;
        return heading !== undefined && headings.has(target) && !headings.get(target).has(heading);
      })
      .map((link) => `${path}: ${link} leads nowhere`),
  );
}

/** The anchors of headings on code hosting sites. */
function headingsOf(text) {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
