// `npm run test:postgres [-- ARGUMENTS OF npm test]`: what of the suite uses a database, on a private PostgreSQL cluster that
// lives as long as the run.
// The tests kill our servers, never the cluster.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startCluster } from './postgres-cluster.mjs';
import { exitStatus, fail, root, scratchDirectory } from './workspace.mjs';

// A signal only sets a flag and ends the suite, so that the cluster is stopped regularly.
let suite = null;
let stoppedBy = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stoppedBy = signal;
    suite?.kill(signal);
  });
}

/** In bytes: the log of changes, a hundred databases of 12 MB, and what is sorted. */
const ROOM = 3 * 1024 ** 3;
/** Hundreds of databases are created and dropped: nothing else is written for them, and nobody tidies them up meanwhile. */
const settings = [
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=1GB', 'checkpoint_timeout=1h'],
  'autovacuum=off',
];

const cluster = await startCluster({ parent: scratchDirectory(ROOM), settings, detached: true }).catch((error) =>
  fail(error.message),
);
if (stoppedBy === null) suite = runSuite(cluster.url);
const status = suite === null ? 1 : await ended(suite);
await cluster.stop();
process.exitCode = stoppedBy === null ? status : exitStatus(null, stoppedBy);

function runSuite(url) {
  return spawn(process.execPath, [join(root, 'scripts', 'test.mjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, STOA_TEST_DATABASE: url },
    detached: true,
  });
}

function ended(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(exitStatus(child.exitCode, child.signalCode));
    else child.on('exit', (code, signal) => resolve(exitStatus(code, signal)));
  });
}
