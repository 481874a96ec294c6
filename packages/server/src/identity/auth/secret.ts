// The server's secret, from which API keys are derived. Stored beside the data, readable by its owner only, never in the
// database.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../kit/database/connection.ts';

/** In characters. */
export const SECRET_MIN = 32;

/** Written to a temporary file and renamed: a crash leaves all or nothing, and of concurrent first starts one wins. [AU8] */
function make(path: string): void {
  const draft = `${path}-${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StoreError(`can't write ${path}: ${(error as Error).message}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Uses `given` (nodes must share one), else the file in the data directory, which the first start creates. */
export function loadSecret(data: string, configured: string | null): string {
  if (configured === null && !existsSync(join(data, 'secret'))) make(join(data, 'secret'));
  return findSecret(data, configured)!;
}

/** Like {@link loadSecret}, but null if there is none: a new secret must never be created for existing data. [AU23] */
export function findSecret(data: string, configured: string | null): string | null {
  if (configured !== null) {
    if (configured.length < SECRET_MIN) throw new StoreError(`the secret must have at least ${SECRET_MIN} characters`);
    return configured;
  }
  const path = join(data, 'secret');
  const secret = readSecret(path);
  try {
    if (secret !== null) chmodSync(path, 0o600);
  } catch {} // on a read-only file system, which a last backup is made of
  return secret;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StoreError(`can't read the secret: ${(error as Error).message}`);
  }
}

/** Null if there is no such file; changes nothing. */
export function readSecret(path: string): string | null {
  if (!existsSync(path)) return null;
  const secret = read(path).trim();
  if (secret.length < SECRET_MIN)
    throw new StoreError(`${path} is damaged: it must hold at least ${SECRET_MIN} characters`);
  return secret;
}
