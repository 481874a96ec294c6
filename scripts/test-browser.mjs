// `npm run test:browser [-- ARGUMENTS OF bun test]`: tests in a real browser against real servers. Needs Chromium.
// `npm run test:browser -- --browser firefox`: what people do in their first hour, in Firefox; other files by naming them.
import { availableParallelism } from 'node:os';
import { passesOnSecondTry } from './second-try.mjs';
import { fail, installMissing, runBun, scratchDirectory } from './workspace.mjs';

const test_timeout_ms = 90_000;
/** Each has a browser and servers of its own, which use a core. */
const most_processes = 4;
const given = process.argv.slice(2);
const browser = takeOption('--browser') ?? 'chromium';
if (browser !== 'chromium' && browser !== 'firefox') fail(`--browser is chromium or firefox, not ${browser}`);
const usual =
  browser === 'firefox' ? ['./tests/browser/first-hour.test.ts', './tests/browser/files.test.ts'] : ['./tests/browser'];
const isFiltered = given.some((word, at) => !word.startsWith('-') && given[at - 1] !== '-t');
const files = isFiltered ? [] : usual;
const spread = isFiltered ? [] : [`--parallel=${Math.min(availableParallelism(), most_processes)}`, '--no-isolate'];

await installMissing({ tools: true });
const args = ['test', '--no-env-file', `--timeout=${test_timeout_ms}`];
const env = { ...process.env, NODE_ENV: 'test', STOA_BROWSER: browser, TMPDIR: scratchDirectory() };
const { status, text } = await runBun([...args, ...spread, ...files, ...given], env);
process.exitCode = status !== 0 && (await passesOnSecondTry(text, args, env)) ? 0 : status;

/** Removes an option with its value from the arguments; undefined if it is not there. */
function takeOption(name) {
  const at = given.indexOf(name);
  return at < 0 ? undefined : (given.splice(at, 2)[1] ?? '');
}
