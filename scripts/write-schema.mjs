// `npm run schema`: writes packages/server/src/migrations/schema.sqlite.sql and schema.postgres.sql from the migrations.
import { startCluster } from './postgres-cluster.mjs';
import { fail, runBun, scratchDirectory } from './workspace.mjs';

const cluster = await startCluster({ parent: scratchDirectory(), detached: false }).catch((error) =>
  fail(error.message),
);
try {
  for (const database of ['', cluster.url]) {
    const { status } = await runBun(['packages/testkit/src/write-schema.ts'], {
      ...process.env,
      STOA_TEST_DATABASE: database,
    });
    if (status !== 0) fail('The schema was not written.');
  }
} finally {
  await cluster.stop();
}
