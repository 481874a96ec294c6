// What `stoa doctor` finds in the data directory and the database.
import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerSettings } from '../config/config.ts';
import { listRealms } from '../identity/realm/realm.queries.ts';
import type { Store } from '../kit/database/connection.ts';
import { serverOf } from '../kit/database/database-server.ts';
import { newestVersion, schemaVersion } from '../kit/database/migrate.ts';
import { openStoreAsItIs } from '../kit/database/open.ts';
import { scrub } from '../kit/log/scrub.ts';
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

export async function* checkDirectory({ data }: ServerSettings): AsyncGenerator<Finding> {
  const check = 'data directory';
  try {
    await access(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const missing = (error as { code?: string }).code === 'ENOENT';
    const advice = missing ? '"stoa serve" creates it; is --data right?' : 'let the account that runs Stoa own it';
    yield { check, status: 'fail', found: missing ? `${data} does not exist` : `${data} can't be written`, advice };
    return;
  }
  yield { check, status: 'ok', found: `${data} can be written` };
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

/** Also the addresses of the organizations. */
export async function checkDatabase(values: ServerSettings): Promise<{ findings: Finding[]; urls: string[] }> {
  const { data, database } = values;
  const check = 'database';
  if (database === undefined && !existsSync(join(data, 'stoa.db')))
    return {
      findings: [{ check, status: 'warn', found: 'there is none yet', advice: '"stoa serve" creates it' }],
      urls: [],
    };
  let store: Store;
  try {
    store = await inTime(openStoreAsItIs({ data, database: database ?? null }));
  } catch (error) {
    const advice = 'check --database, the network and the password';
    return { findings: [{ check, status: 'fail', found: scrub(reasonOf(error)), advice }], urls: [] };
  }
  try {
    return await inTime(examine(store));
  } catch (error) {
    const advice = '"stoa check" says more about the data';
    return { findings: [{ check, status: 'fail', found: scrub(reasonOf(error)), advice }], urls: [] };
  } finally {
    await store.close();
  }
}

async function examine(store: Store): Promise<{ findings: Finding[]; urls: string[] }> {
  const findings: Finding[] = [];
  const { version, now_ms, took_ms } = await serverOf(store.db);
  const is_old = store.engine === 'postgres' && Number.parseInt(version, 10) < OLDEST_POSTGRES;
  findings.push({
    check: 'database',
    status: is_old ? 'fail' : 'ok',
    found: `${store.engine === 'postgres' ? 'PostgreSQL' : 'SQLite'} ${version}`,
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
  findings.push(await schemaFinding(store));
  const realms = await listRealms(store.db);
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

async function schemaFinding({ db }: Store): Promise<Finding> {
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
