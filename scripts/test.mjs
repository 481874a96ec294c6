// `npm test [-- FILE FILTERS, -t NAME, --OPTION=VALUE of bun test]`: installs what is missing, runs the suite and, when it
// ran whole on SQLite, checks that it covered the contract. The last line is `N passed, N failed`; the status is non-zero on
// any failure and when no test ran. STOA_TEST_DATABASE (a postgres:// URL that may create databases) chooses the engine;
// without it, SQLite. On PostgreSQL only what uses a database is tested.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { passesOnSecondTry } from './second-try.mjs';
import { installMissing, root, runBun, scratchDirectory } from './workspace.mjs';

const test_timeout_ms = 30_000;
const most_processes = 8;
/** More than cores, because tests wait for a seventh of their time: for files, other processes, time limits. */
const processes = Math.min(Math.ceil(availableParallelism() * 1.5), most_processes);
const on_postgres = Boolean(process.env.STOA_TEST_DATABASE);
const given = process.argv.slice(2);
const isFiltered = given.some((word, at) => !word.startsWith('-') && given[at - 1] !== '-t');
// Only these use a database; what has none holds on every engine.
const with_database = ['./packages/server', './packages/testkit', './bench'];
/** What in these is decided before the database is asked, or without one; their servers cost minutes on PostgreSQL. */
const without_database = [
  ...['http', 'json', 'logging', 'outbound', 'text', 'tls'].map((folder) => `packages/server/src/kit/${folder}/**`),
  ...['serve-tls', 'one-server', 'scratch', 'accounts'].map((name) => `packages/server/src/cli/${name}.test.ts`),
  ...['hostile', 'formats'].map((name) => `packages/server/src/features/integrations/${name}.test.ts`),
  ...['hostile-mail', 'connections'].map((name) => `packages/server/src/features/incoming-mail/${name}.test.ts`),
  ...['optional-fields', 'source', 'odd-records'].map((name) => `packages/server/src/delivery/imports/${name}.test.ts`),
  'packages/server/src/delivery/imports/{readers,records,content}/**',
  'packages/server/src/pages/openapi/**',
  'packages/server/src/table.test.ts',
];
const files = isFiltered ? [] : on_postgres ? with_database : ['./packages', './bench'];

await installMissing({ tools: true });

const scratch = scratchDirectory();
// Test servers append each response they served here, as one JSON line; the coverage step reads it.
const env = {
  ...process.env,
  NODE_ENV: 'test',
  TMPDIR: scratch,
  STOA_TEST_RECORD: join(scratch, 'served.jsonl'),
};

const counts = { passed: 0, failed: 0, skipped: 0 };
// Files of a process share its modules, since loading the server takes a second of CPU time for each; none may leave a
// global changed.
const spread = isFiltered ? [] : [`--parallel=${processes}`, '--no-isolate'];
const args = ['test', '--no-env-file', `--timeout=${test_timeout_ms}`];
if (on_postgres && !isFiltered) args.push(...without_database.map((pattern) => `--path-ignore-patterns=${pattern}`));
const suite = await runBun([...args, ...spread, ...files, ...given], env);
readSummary(suite.text);
if (suite.status !== 0 && counts.failed === 0) counts.failed = 1;
let status = suite.status;
if (status !== 0 && (await passesOnSecondTry(suite.text, args, env))) {
  counts.passed += counts.failed;
  counts.failed = 0;
  status = 0;
}

const coverage = join(root, 'packages', 'testkit', 'src', 'coverage.ts');
if (given.length === 0 && !on_postgres && existsSync(coverage)) {
  const step = await runBun(['--no-env-file', coverage], env);
  if (step.status === 0) counts.passed += 1;
  else counts.failed += 1;
  status ||= step.status;
}
if (counts.passed + counts.failed === 0) {
  process.stderr.write('No test ran.\n');
  status ||= 1;
}

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exitCode = status === 0 && counts.failed > 0 ? 1 : status;

/**
 * Reads the counts from bun's closing summary, because its junit file omits failures outside a test (a file that does not
 * load).
 * Without a summary the run broke off: counts what was reported until then, and the abort as one failure.
 */
function readSummary(output) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters
  const text = output.replace(/\u001b\[[0-9;]*m/g, '');
  const end = text.lastIndexOf('\nRan ');
  if (end < 0) {
    counts.passed = text.match(/^\(pass\) /gm)?.length ?? 0;
    counts.skipped = text.match(/^\((skip|todo)\) /gm)?.length ?? 0;
    counts.failed = (text.match(/^\(fail\) /gm)?.length ?? 0) + (suite.status === 0 ? 0 : 1);
    return;
  }
  const summary = text.slice(Math.max(0, end - 400), end + 1);
  const number = (word) => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(summary)?.[1] ?? 0);
  counts.passed = number('pass');
  counts.failed = number('fail');
  counts.skipped = number('skip') + number('todo');
}
