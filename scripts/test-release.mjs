// `npm run test:release [-- ARGUMENTS OF bun test]`: makes the release for this platform twice, which must give the same bytes, and uses it.
// Needs Linux on x64, root and dpkg, and buildah for the image; takes some minutes.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, runBun } from './workspace.mjs';

const test_timeout_ms = 120_000;

const has_buildah = spawnSync('buildah', ['--version']).status === 0;

function make() {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/release.mjs'), 'linux-x64'], {
    stdio: 'inherit',
  });
  if (status !== 0) fail('The release was not made.');
  if (has_buildah && spawnSync(process.execPath, [join(root, 'scripts/image.mjs')], { stdio: 'inherit' }).status !== 0)
    fail('The image was not made.');
  // The configuration of an image names the container that it was made in.
  return readFileSync(join(root, '.cache/release/SHA256SUMS'), 'utf8').replace(/.*\.image\.tar\n/, '');
}

const first = make();
const again = make();
if (first !== again) fail('The same commit gave other bytes.');
const { status } = await runBun(
  ['test', '--no-env-file', `--timeout=${test_timeout_ms}`, './tests/release', ...process.argv.slice(2)],
  { ...process.env, NODE_ENV: 'test' },
);
process.exitCode = status;
