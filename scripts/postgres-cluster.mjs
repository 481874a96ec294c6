// A private, temporary PostgreSQL cluster: loopback only, any free port, its own directory. Touches no existing cluster. Its
// data is thrown away, so nothing waits for the disk.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const oldest_version = 15;
const start_limit_ms = 30_000;
const SWIFT = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const ALWAYS = ['max_connections=300', 'log_timezone=UTC', 'timezone=UTC', 'logging_collector=off', ...SWIFT];

/** Why this machine cannot run a cluster, in a sentence for people; null if it can. */
export function whyNoCluster() {
  if (findBinaries() === null) return `PostgreSQL ${oldest_version} or newer is needed: apt-get install postgresql`;
  if (findOwner() === null)
    return 'PostgreSQL does not run as root, and there is no user "postgres": apt-get install postgresql';
  return null;
}

/**
 * Starts a cluster in a new directory under `parent`. A `detached` one does not receive signals of the terminal: its
 * starter must stop it. Throws if {@link whyNoCluster} returns a reason.
 */
export async function startCluster({ parent, settings = [], detached }) {
  const why = whyNoCluster();
  if (why !== null) throw new Error(why);
  const [bin, owner] = [findBinaries(), findOwner()];
  const directory = mkdtempSync(join(parent, 'stoa-postgres-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid);
  chmodSync(directory, 0o700);
  const data = join(directory, 'data');
  initialise(bin, owner, directory, data);
  const options = [...ALWAYS, ...settings].flatMap((setting) => ['-c', setting]);
  const how = { ...owner, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'], detached };
  const { server, port } = await start(bin, ['-D', data, '-h', '127.0.0.1', '-k', '', ...options], how);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT'); // "fast": ends the connections, finishes cleanly
      if (server.exitCode === null && server.signalCode === null)
        await new Promise((resolve) => server.once('exit', resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

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
  return major >= oldest_version && list(found).includes('initdb') ? found : null;
}

function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** PostgreSQL refuses to run as root, so it runs as the user of its Debian package. Null if there is none. */
function findOwner() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number.parseInt(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout, 10);
  const [uid, gid] = [id('-u'), id('-g')];
  return Number.isNaN(uid) ? null : { uid, gid };
}

function initialise(bin, owner, directory, data) {
  const result = spawnSync(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
    { ...owner, cwd: directory, encoding: 'utf8' },
  );
  if (result.status !== 0) throw new Error(`initdb failed: ${(result.stderr ?? String(result.error)).trim()}`);
}

/** Another program may take the free port before PostgreSQL binds it; then a new one is tried. */
async function start(bin, words, how) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const server = spawn(join(bin, 'postgres'), [...words, '-p', String(port)], how);
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (chunk) => {
      said = (said + chunk).slice(-4000);
    });
    const deadline = performance.now() + start_limit_ms;
    while (server.exitCode === null && server.signalCode === null && performance.now() < deadline) {
      if (spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0)
        return { server, port };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    server.kill('SIGKILL');
    if (attempt === 3 || !said.includes('could not bind')) throw new Error(`PostgreSQL did not start:\n${said.trim()}`);
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
