// `npm run test:cluster [-- ARGUMENTS OF bun test]`: three nodes behind HAProxy on a PostgreSQL that Patroni runs on three hosts, under
// load and under faults. Every host is a network namespace. All of it lives in namespaces of this run, so nothing is left when it ends,
// however it ends. CLUSTER_SEED repeats the faults of a run, CLUSTER_MINUTES says how long they last (4, then all of it takes at most
// 20), CLUSTER_FROM names the commit that nodes are upgraded from (HEAD~1), CLUSTER_KEEP=1 keeps logs and data.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runApart } from './run-apart.mjs';
import { exitStatus, fail, root } from './workspace.mjs';

const LIMIT_MINUTES = 20;
const CHANCE_MINUTES = 4;
const VERSITYGW_VERSION = 'v1.8.0';
/** Programs and the Debian packages that have them. */
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  unshare: 'util-linux',
};

if (process.platform !== 'linux' || process.getuid() !== 0)
  fail('Nothing was tried: npm run test:cluster needs Linux and root, because every host is a network namespace.');
const missing = Object.keys(PROGRAMS).filter((program) => spawnSync('which', [program]).status !== 0);
const wanted = [...new Set(missing.map((program) => PROGRAMS[program]))];
if (!existsSync('/usr/lib/postgresql')) wanted.push('postgresql');
if (!existsSync('/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1')) wanted.push('libfaketime');
if (wanted.length > 0)
  fail(`Nothing was tried: npm run test:cluster needs these packages of Debian: apt-get install ${wanted.join(' ')}`);

const minutes = Number(process.env.CLUSTER_MINUTES ?? CHANCE_MINUTES);
if (!(minutes > 0)) fail(`CLUSTER_MINUTES is a number of minutes, not "${process.env.CLUSTER_MINUTES}".`);
const seed = process.env.CLUSTER_SEED ?? `${Math.floor(Math.random() * 1e6)}`;
process.stdout.write(`CLUSTER_SEED=${seed}\n`);

const directory = mkdtempSync(join(tmpdir(), 'stoa-cluster-'));
process.on('exit', () => {
  if (process.env.CLUSTER_KEEP) process.stdout.write(`Logs are in ${directory}\n`);
  else rmSync(directory, { recursive: true, force: true });
});
// unshare ignores both; it and all that it runs end with this process.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(exitStatus(null, signal)));

// The shell is the first process of the namespace: it waits for those whose parents were killed.
const inside = 'mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && ip link set lo up && "$@"; exit $?';
const namespaces = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

await runApart({
  folder: './tests/cluster',
  test_timeout_ms: (minutes + 10) * 60_000,
  limit_minutes: LIMIT_MINUTES + Math.max(0, minutes - CHANCE_MINUTES),
  env: {
    CLUSTER_DIRECTORY: directory,
    CLUSTER_SEED: seed,
    CLUSTER_MINUTES: `${minutes}`,
    VERSITYGW: versitygw(),
  },
  under: ['setpriv', '--pdeathsig', 'KILL', ...namespaces, 'bash', '-c', inside, 'cluster'],
});

/** The S3 store's path; Go installs it into .cache/ if it is not on the path. */
function versitygw() {
  if (spawnSync('versitygw', ['--version']).status === 0) return 'versitygw';
  const bin = join(root, '.cache', `versitygw-${VERSITYGW_VERSION}`);
  const program = join(bin, 'versitygw');
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version']).status !== 0) fail('Nothing was tried: versitygw is needed, or Go to install it.');
  process.stdout.write('Installing the S3 store, which takes some minutes.\n');
  const words = ['install', `github.com/versity/versitygw/cmd/versitygw@${VERSITYGW_VERSION}`];
  const env = { ...process.env, GOBIN: bin, GOFLAGS: '-mod=mod' };
  if (spawnSync('go', words, { stdio: 'inherit', env }).status !== 0)
    fail('Nothing was tried: versitygw could not be installed; its own message is above.');
  return program;
}
