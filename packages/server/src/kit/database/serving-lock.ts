// At most one server per embedded database: an operating-system lock, released when the process ends for whatever reason.
import { Database } from 'bun:sqlite';
import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './connection.ts';

/** An empty database that SQLite locks, which works on every system. */
const LOCK = 'serving.lock';

/** Throws if another server uses the same data; commands don't check. Returns a function that releases the lock. [CL17] */
export function lockServing(data: string): () => void {
  return lockFile(
    join(data, LOCK),
    `another server already runs on the data in ${data}: stop it first, or use another --data`,
  );
}

/** Locks a file until the process ends; throws a {@link StoreError} that says `busy` if another process has locked it. */
export function lockFile(path: string, busy: string): () => void {
  let lock: Database | null = null;
  try {
    closeSync(openSync(path, 'a', 0o600));
    // Earlier versions made it as the umask says.
    chmodSync(path, 0o600);
    lock = new Database(path);
    lock.exec('pragma journal_mode = memory; pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock?.close();
    const { code, message } = error as Error & { code?: string };
    if (code?.startsWith('SQLITE_BUSY')) throw new StoreError(busy);
    throw new StoreError(`can't lock ${path}: ${message}`);
  }
  const acquired = lock;
  return () => acquired.close();
}

/** A file or directory with something in it. */
function holdsAnything(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return false;
    return found.isDirectory() ? readdirSync(path).length > 0 : found.size > 0;
  } catch (error) {
    const { code } = error as { code?: string };
    // What can't be seen must not count as missing. [CL701]
    if (code === 'EACCES' || code === 'EPERM')
      throw new StoreError(`${path} can't be read by this account: run the command as the account that runs Stoa`);
    if (code === 'ENOTDIR') return false;
    throw error;
  }
}

/** True if the directory has an embedded database. An empty file is none: opening it would create one and delete the write-ahead log. */
export const hasDatabase = (data: string): boolean => holdsAnything(join(data, 'stoa.db'));

/**
 * Throws if a database that must exist is missing: an empty one would look like a new server. [CL18] With `has_new_secret` the secret is no
 * sign of one, because it came with an archive. [IM705]
 */
export function requireDatabaseIfUsed(data: string, has_new_secret = false): void {
  if (hasDatabase(data)) return;
  const signs = [...(has_new_secret ? [] : ['secret']), 'stoa.db-wal', 'files'];
  const left = signs.filter((name) => holdsAnything(join(data, name)));
  if (left.length === 0) return;
  const how = existsSync(join(data, 'stoa.db')) ? 'empty' : 'missing';
  throw new StoreError(
    `${join(data, 'stoa.db')} is ${how}, though the directory has been used (${left.join(', ')}): put it back from a backup, ` +
      'name the --database that the data is in, or start in an empty directory',
  );
}
