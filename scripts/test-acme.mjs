// `npm run test:acme [-- ARGUMENTS OF bun test]`: HTTPS without a proxy, with Pebble as the certificate authority, which Go installs into
// .cache/ if it is not on the path. At most 5 minutes, and the time of the installation.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runApart } from './run-apart.mjs';
import { fail, root } from './workspace.mjs';

const pebble_version = 'v2.10.1';

await runApart({ folder: './tests/acme', test_timeout_ms: 180_000, limit_minutes: 5, env: { PEBBLE: pebble() } });

/** The program's path. */
function pebble() {
  if (spawnSync('pebble', ['-version']).status === 0) return 'pebble';
  const bin = join(root, '.cache', `pebble-${pebble_version}`);
  const program = join(bin, 'pebble');
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version']).status !== 0) fail('Pebble is needed, or Go to install it.');
  process.stdout.write('Installing Pebble, which takes a minute.\n');
  const { status } = spawnSync('go', ['install', `github.com/letsencrypt/pebble/v2/cmd/pebble@${pebble_version}`], {
    stdio: 'inherit',
    env: { ...process.env, GOBIN: bin, GOFLAGS: '-mod=mod' },
  });
  if (status !== 0) fail('Pebble could not be installed; its own message is above.');
  return program;
}
