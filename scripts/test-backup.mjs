// `npm run test:backup [-- ARGUMENTS OF bun test]`: the ways of docs/operate/backup.md that need other programs: Litestream, which Go
// installs into .cache/ if it is not on the path, PostgreSQL and pgBackRest. At most 20 minutes.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runApart } from './run-apart.mjs';
import { fail, root } from './workspace.mjs';

const litestream_version = 'v0.5.18';

await runApart({
  folder: './tests/backup',
  test_timeout_ms: 300_000,
  limit_minutes: 20,
  env: { LITESTREAM: litestream() },
});

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
