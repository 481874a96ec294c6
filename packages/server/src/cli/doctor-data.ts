// Checks of `stoa doctor` on the data directory and the database.
import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerSettings } from '../config/config.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import type { Connection } from '../kit/database/connection.ts';
import { refuseCopies } from '../kit/database/copy/copy-marks.ts';
import { serverOf } from '../kit/database/database-server.ts';
import { newestVersion, schemaVersion } from '../kit/database/migrate.ts';
import { openReadOnly } from '../kit/database/open.ts';
import { hasDatabase, requireDatabaseIfUsed } from '../kit/database/serving-lock.ts';
import { scrub } from '../kit/logging/scrub.ts';
import { migrations } from '../migrations/index.ts';
import { type Finding, inTime, reasonOf } from './finding.ts';

const MIB = 1024 * 1024;
/** As GET /ready judges. */
const ROOM_NEEDED_MIB = 64;
const ROOM_WANTED_MIB = 512;
const OTHERS = 0o077;
const OLDEST_POSTGRES = 15;
const CLOCK_WARN_MS = 2000;
const CLOCK_FAIL_MS = 30_000;
const SLOW_MS = 20;

const { R_OK, W_OK, X_OK } = constants;
/** Files that a server opens in the data directory, and the access it needs. */
const OPENED = {
  secret: R_OK,
  'stoa.db': R_OK | W_OK,
  'stoa.db-wal': R_OK | W_OK,
  'stoa.db-shm': R_OK | W_OK,
  files: R_OK | W_OK | X_OK,
  incoming: R_OK | W_OK | X_OK,
};

export async function* checkDirectory({ data }: ServerSettings): AsyncGenerator<Finding> {
  const check = 'data directory';
  try {
    await access(data, R_OK | W_OK | X_OK);
  } catch (error) {
    const missing = (error as { code?: string }).code === 'ENOENT';
    const advice = missing ? '"stoa serve" creates it; is --data right?' : 'let the account that runs Stoa own it';
    yield { check, status: 'fail', found: missing ? `${data} does not exist` : `${data} can't be written`, advice };
    return;
  }
  yield { check, status: 'ok', found: `${data} can be written` };
  for (const [name, mode] of Object.entries(OPENED)) {
    const path = join(data, name);
    if (!existsSync(path)) continue;
    // A server makes its own files of the database writable itself.
    const { uid } = await stat(path);
    const is_own = uid === (process.getuid?.() ?? uid);
    if ((is_own && name.startsWith('stoa.db')) || (await isAllowed(path, mode))) continue;
    const found = `${path} can't be ${(mode & W_OK) === 0 ? 'read' : 'written'}`;
    const how = is_own ? `chmod u+rwX ${path}` : `chown -R ${process.getuid?.()} ${data}`;
    yield { check, status: 'fail', found, advice: `let the account that runs Stoa own it: ${how}` };
  }
  for (const name of ['', 'secret', 'stoa.db', 'tls']) {
    const path = join(data, name);
    if (!existsSync(path)) continue;
    if (((await stat(path)).mode & OTHERS) === 0) continue;
    const advice = `chmod go= ${path}`;
    yield { check: 'permissions', status: 'warn', found: `other accounts of this machine may open ${path}`, advice };
  }
  const { bavail, bsize } = await statfs(data);
  const free_mib = Math.floor((bavail * bsize) / MIB);
  const status = free_mib < ROOM_NEEDED_MIB ? 'fail' : free_mib < ROOM_WANTED_MIB ? 'warn' : 'ok';
  const advice = status === 'ok' ? {} : { advice: 'make room: without it nothing can be written' };
  yield { check: 'disk', status, found: `${free_mib} MiB are free`, ...advice };
}

const isAllowed = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/** Also the addresses of the organizations. */
export async function checkDatabase(values: ServerSettings): Promise<{ findings: Finding[]; urls: string[] }> {
  const { data, database } = values;
  const check = 'database';
  const failed = (error: unknown, advice: string) => ({
    findings: [{ check, status: 'fail', found: scrub(reasonOf(error)), advice } as const],
    urls: [],
  });
  let exists = true;
  try {
    exists = database !== undefined || hasDatabase(data);
    if (!exists) requireDatabaseIfUsed(data);
  } catch (error) {
    return failed(error, 'a server does not start like this');
  }
  if (!exists) {
    const none = { check, status: 'warn', found: 'there is none yet', advice: '"stoa serve" creates it' } as const;
    return { findings: [none], urls: [] };
  }
  let looked: Awaited<ReturnType<typeof openReadOnly>>;
  try {
    looked = await inTime(openReadOnly({ data, database: database ?? null }));
  } catch (error) {
    const damaged = '"stoa check" says more; "stoa restore" puts a backup back';
    return failed(error, database === undefined ? damaged : 'check --database, the network and the password');
  }
  try {
    return await inTime(examine(looked.db));
  } catch (error) {
    return failed(error, '"stoa check" says more about the data');
  } finally {
    await looked.close();
  }
}

async function examine(db: Connection): Promise<{ findings: Finding[]; urls: string[] }> {
  const findings: Finding[] = [];
  const { version, now_ms, took_ms } = await serverOf(db);
  const is_old = db.engine === 'postgres' && Number.parseInt(version, 10) < OLDEST_POSTGRES;
  findings.push({
    check: 'database',
    status: is_old ? 'fail' : 'ok',
    found: `${db.engine === 'postgres' ? 'PostgreSQL' : 'SQLite'} ${version}`,
    ...(is_old && { advice: `upgrade to PostgreSQL ${OLDEST_POSTGRES} or newer` }),
  });
  if (took_ms > SLOW_MS)
    findings.push({
      check: 'database',
      status: 'warn',
      found: `a query takes ${Math.round(took_ms)} ms`,
      advice: 'bring the database nearer: a request makes several queries',
    });
  if (now_ms !== null) findings.push(clockFinding(Math.abs(now_ms - Date.now())));
  const moved = await refuseCopies(db).then(() => null, reasonOf);
  if (moved !== null)
    findings.push({ check: 'database', status: 'fail', found: moved, advice: 'name the database that is served' });
  findings.push(await schemaFinding(db));
  const realms = await listRealms(db);
  if (realms.length === 0)
    findings.push({
      check: 'organizations',
      status: 'warn',
      found: 'there is none yet',
      advice: '"stoa init" creates one',
    });
  return { findings, urls: realms.map(({ url }) => url) };
}

function clockFinding(apart_ms: number): Finding {
  const status = apart_ms > CLOCK_FAIL_MS ? 'fail' : apart_ms > CLOCK_WARN_MS ? 'warn' : 'ok';
  const found = `${(apart_ms / 1000).toFixed(1)} s apart from the clock of the database`;
  return { check: 'clock', status, found, ...(status !== 'ok' && { advice: 'let both machines keep time by NTP' }) };
}

async function schemaFinding(db: Connection): Promise<Finding> {
  const newest = newestVersion(migrations);
  const version = await schemaVersion(db);
  const check = 'schema';
  if (version === newest) return { check, status: 'ok', found: `version ${version}` };
  if (version > newest)
    return {
      check,
      status: 'fail',
      found: `version ${version}, but this program knows up to ${newest}`,
      advice: 'start a newer Stoa',
    };
  return {
    check,
    status: 'warn',
    found: `version ${version} of ${newest}`,
    advice: 'the next start of "stoa serve" upgrades it: back up first',
  };
}
