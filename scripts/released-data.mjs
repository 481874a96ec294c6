// `npm run released-data`: keeps data that this version writes, small, on both engines, in packages/server/src/migrations/released/. Run it
// once for each release, after its version is set: tests upgrade that data from then on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from './postgres-cluster.mjs';
import { fail, root, runBun, scratchDirectory } from './workspace.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const file = (engine) => join(root, 'packages/server/src/migrations/released', `${version}.${engine}.tar.gz`);
if (existsSync(file('sqlite'))) fail(`Data of ${version} is kept already; it is never written again.`);
const cluster = await startCluster({ parent: scratchDirectory(), detached: false }).catch((error) =>
  fail(error.message),
);
try {
  for (const [engine, database] of [
    ['sqlite', ''],
    ['postgres', cluster.url],
  ]) {
    const env = { ...process.env, NODE_ENV: 'test', STOA_TEST_DATABASE: database };
    const { status } = await runBun(['packages/testkit/src/write-released.ts', file(engine)], env);
    if (status !== 0) fail(`The data of ${engine} was not written.`);
  }
} finally {
  await cluster.stop();
}
