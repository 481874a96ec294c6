// The server's secret: what API keys are derived from. Kept beside the data, readable by the owner only, never in the database.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../kit/database/connection.ts';

const SECRET_MIN = 32;

/** From `given` (several nodes must share one), else from the data directory, where the first start writes it. */
export function loadSecret(data: string, given: string | null): string {
  if (given !== null) {
    if (given.length < SECRET_MIN) throw new StoreError(`the secret must have at least ${SECRET_MIN} characters`);
    return given;
  }
  const path = join(data, 'secret');
  if (!existsSync(path)) {
    try {
      writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process may have been first; anything else is for the operator.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new StoreError(`can't write ${path}: ${(error as Error).message}`);
    }
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < SECRET_MIN)
    throw new StoreError(`${path} is damaged: it must hold at least ${SECRET_MIN} characters`);
  chmodSync(path, 0o600);
  return secret;
}
