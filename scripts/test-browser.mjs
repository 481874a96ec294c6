// `npm run test:browser [-- ARGUMENTS OF bun test]`: people in a real browser against real servers. Needs Chromium.
import { spawn } from 'node:child_process';
import { bun, follow, installMissing, retries, root } from './workspace.mjs';

const test_timeout_ms = 90_000;
const given = process.argv.slice(2);
const files = given.some((word, at) => !word.startsWith('-') && given[at - 1] !== '-t') ? [] : ['./tests/browser'];

await installMissing();
const args = ['--no-orphans', 'test', '--no-env-file', `--timeout=${test_timeout_ms}`, ...retries, ...files, ...given];
const env = { ...process.env, NODE_ENV: 'test' };
const { status } = await follow(spawn(bun, args, { cwd: root, env, stdio: 'inherit' }));
process.exitCode = status;
