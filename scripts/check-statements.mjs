// `npm run check:statements`: prepares every statement of the source on both engines, and compares the declared rows with the schema.
import { tmpdir } from 'node:os';
import { startCluster } from './postgres-cluster.mjs';
import { fail, runBun } from './workspace.mjs';

const cluster = await startCluster({ parent: tmpdir(), detached: false }).catch((error) => fail(error.message));
try {
  const env = { ...process.env, STOA_TEST_DATABASE: cluster.url };
  const { status } = await runBun(['packages/testkit/src/check-statements.ts'], env);
  process.exitCode = status;
} finally {
  await cluster.stop();
}
