// `npm run test:browser [-- ARGUMENTS OF bun test]`: tests in a real browser against real servers. Needs Chromium.
import { installMissing, namePassedLater, retries, runBun } from './workspace.mjs';

const test_timeout_ms = 90_000;
const given = process.argv.slice(2);
const files = given.some((word, at) => !word.startsWith('-') && given[at - 1] !== '-t') ? [] : ['./tests/browser'];

await installMissing({ tools: true });
const args = ['test', '--no-env-file', `--timeout=${test_timeout_ms}`, ...retries, ...files, ...given];
const { status, text } = await runBun(args, { ...process.env, NODE_ENV: 'test' });
namePassedLater(text);
process.exitCode = status;
