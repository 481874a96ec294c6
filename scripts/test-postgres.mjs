// `npm run test:postgres [-- ARGUMENTS OF npm test]`: the same suite on a private PostgreSQL cluster that lives as long as
// the run. Loopback only, any free port, a directory of its own; no existing cluster is touched.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitStatus, fail, root } from './workspace.mjs';

const oldest_version = 15;
const start_limit_ms = 30_000;

const bin = findBinaries();
const owner = findOwner();
const directory = mkdtempSync(join(tmpdir(), 'stoa-postgres-'));
const data = join(directory, 'data');
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid);
chmodSync(directory, 0o700);

// A signal only notes the wish and ends the suite: the cluster is then stopped the ordinary way.
let suite = null;
let stoppedBy = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stoppedBy = signal;
    suite?.kill(signal);
  });
}

initialise();
const cluster = await start();
if (stoppedBy === null) suite = runSuite(cluster.url);
const status = suite === null ? 1 : await ended(suite);
cluster.process.kill('SIGINT'); // "fast": ends the connections, finishes cleanly
await ended(cluster.process);
process.exitCode = stoppedBy === null ? status : exitStatus(null, stoppedBy);

function findBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = list(debian)
    .map(Number)
    .filter((version) => version >= oldest_version);
  if (versions.length > 0) return join(debian, String(Math.max(...versions)), 'bin');
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const version = spawnSync('pg_config', ['--version'], { encoding: 'utf8' });
  const major = Number(/\d+/.exec(version.stdout ?? '')?.[0] ?? 0);
  const found = asked.status === 0 ? asked.stdout.trim() : '';
  if (major >= oldest_version && list(found).includes('initdb')) return found;
  return fail(`PostgreSQL ${oldest_version} or newer is needed: apt-get install postgresql`);
}

function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that its Debian package makes. */
function findOwner() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number.parseInt(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout, 10);
  const [uid, gid] = [id('-u'), id('-g')];
  if (Number.isNaN(uid))
    fail('PostgreSQL does not run as root, and there is no user "postgres": apt-get install postgresql');
  return { uid, gid };
}

function initialise() {
  const result = spawnSync(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    { ...owner, cwd: directory, encoding: 'utf8' },
  );
  if (result.status !== 0) fail(`initdb failed: ${(result.stderr ?? String(result.error)).trim()}`);
}

/** Another program may take the port between our asking for a free one and PostgreSQL's binding it: then we ask again. */
async function start() {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const server = spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-k',
        '',
        '-c',
        'max_connections=300',
        '-c',
        'log_timezone=UTC',
      ].concat(['-c', 'timezone=UTC', '-c', 'logging_collector=off']),
      { ...owner, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
    });
    const deadline = performance.now() + start_limit_ms;
    while (server.exitCode === null && server.signalCode === null && performance.now() < deadline) {
      if (spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0) {
        return { process: server, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    server.kill('SIGKILL');
    if (attempt === 3 || !said.includes('could not bind')) fail(`PostgreSQL did not start:\n${said.trim()}`);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

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
