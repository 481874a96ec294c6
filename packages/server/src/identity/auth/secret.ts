// The server's secret: what API keys are derived from. Kept beside the data, readable by the owner only, never in the database.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../kit/database/connection.ts';

const SECRET_MIN = 32;

/** Written beside its place and put there whole: a crash leaves none or all of it, and of several first starts one wins. [AU8] */
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

/** From `given` (several nodes must share one), else from the data directory, where the first start writes it. */
export function loadSecret(data: string, given: string | null): string {
  if (given === null && !existsSync(join(data, 'secret'))) make(join(data, 'secret'));
  return findSecret(data, given)!;
}

/** As {@link loadSecret}, but null where there is none: none is ever made beside data that was written with another. [AU23] */
export function findSecret(data: string, given: string | null): string | null {
  if (given !== null) {
    if (given.length < SECRET_MIN) throw new StoreError(`the secret must have at least ${SECRET_MIN} characters`);
    return given;
  }
  const path = join(data, 'secret');
  if (!existsSync(path)) return null;
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < SECRET_MIN)
    throw new StoreError(`${path} is damaged: it must hold at least ${SECRET_MIN} characters`);
  chmodSync(path, 0o600);
  return secret;
}
