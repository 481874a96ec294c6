// `npm run test:backup [-- ARGUMENTS OF bun test]`: the ways of docs/operate/backup.md that need other programs: Litestream, which Go
// installs into .cache/ if it is not on the path, PostgreSQL and pgBackRest. At most 20 minutes.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installMissing, root, runBun } from './workspace.mjs';

const test_timeout_ms = 300_000;
const limit_minutes = 20;
const litestream_version = 'v0.5.18';
const given = process.argv.slice(2);
const files = given.some((word, at) => !word.startsWith('-') && given[at - 1] !== '-t') ? [] : ['./tests/backup'];

await installMissing({ tools: true });
const clock = setTimeout(() => fail(`The tests did not end within ${limit_minutes} minutes.`), limit_minutes * 60_000);
const env = { ...process.env, NODE_ENV: 'test', LITESTREAM: litestream() };
const { status } = await runBun(['test', '--no-env-file', `--timeout=${test_timeout_ms}`, ...files, ...given], env);
clearTimeout(clock);
process.exitCode = status;

/** The program's path. */
function litestream() {
  if (spawnSync('litestream', ['version']).status === 0) return 'litestream';
  const bin = join(root, '.cache', `litestream-${litestream_version}`);
  const program = join(bin, 'litestream');
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version']).status !== 0) fail('Litestream is needed, or Go to install it.');
  process.stdout.write('Installing Litestream, which takes some minutes.\n');
  const { status } = spawnSync(
    'go',
    ['install', `github.com/benbjohnson/litestream/cmd/litestream@${litestream_version}`],
    {
      stdio: 'inherit',
      env: { ...process.env, GOBIN: bin, GOFLAGS: '-mod=mod' },
    },
  );
  if (status !== 0) fail('Litestream could not be installed; its own message is above.');
  return program;
}
