// `npm run check:sizes`: limits the length of source files; test files may be half as long again.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './workspace.mjs';

const limit_lines = 400;
const test_limit_lines = 600;
const isSource = /\.(ts|tsx|mjs|cjs|py|css)$/;
// Generated tables are read by programs.
const isData = /-data\.ts$/;
const isTest = /\.test\.tsx?$|^tests\//;

const files = ['packages', 'bench', 'scripts', 'tests'].flatMap((directory) => sources(directory));
if (files.length === 0) fail('No source file was found.');
const tooLong = files.filter(({ path, lines }) => lines > (isTest.test(path) ? test_limit_lines : limit_lines));
for (const { path, lines } of tooLong) process.stderr.write(`${path}: ${lines} lines\n`);
if (tooLong.length > 0) fail(`${tooLong.length} files are over ${limit_lines} lines (tests ${test_limit_lines}).`);
process.stdout.write(
  `${files.length} source files, the longest ${Math.max(...files.map(({ lines }) => lines))} lines.\n`,
);

function sources(directory) {
  let entries = [];
  try {
    entries = readdirSync(join(root, directory), { withFileTypes: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return entries.flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return sources(path);
    if (!isSource.test(entry.name) || isData.test(entry.name)) return [];
    return [{ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }];
  });
}
