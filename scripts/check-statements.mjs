// `npm run check:statements`: prepares every statement of the source on both engines, and compares the declared rows with the schema.
// With --if-possible, a machine without PostgreSQL skips it, except in CI.
import { startCluster, whyNoCluster } from './postgres-cluster.mjs';
import { fail, runBun, scratchDirectory } from './workspace.mjs';

if (process.argv.includes('--if-possible') && !process.env.CI && whyNoCluster() !== null) {
  console.log(`Statements were not checked: ${whyNoCluster()}`);
  process.exit(0);
}
const cluster = await startCluster({ parent: scratchDirectory(), detached: false }).catch((error) =>
  fail(error.message),
);
try {
  const env = { ...process.env, STOA_TEST_DATABASE: cluster.url };
  const { status } = await runBun(['packages/testkit/src/check-statements.ts'], env);
  process.exitCode = status;
} finally {
  await cluster.stop();
}
