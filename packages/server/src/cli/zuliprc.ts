// The zuliprc file, from which existing clients read address, account and key. Contains a secret: only its owner can read it.
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { CommandError } from './command.ts';

export interface Access {
  email: string;
  key: string;
  site: string;
}

export function zuliprc({ email, key, site }: Access): string {
  return `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`;
}

/**
 * Makes the file before anything else happens, so that an account is never made whose key can't be handed over, and an
 * existing file is never lost. [CL5]
 */
export async function writingZuliprc<T>(
  path: string | undefined,
  work: (write: (access: Access) => void) => Promise<T>,
): Promise<T> {
  if (path === undefined) return work(() => {});
  const file = create(path);
  let written = false;
  try {
    return await work((access) => {
      writeSync(file, zuliprc(access));
      written = true;
    });
  } finally {
    closeSync(file);
    if (!written) unlinkSync(path);
  }
}

function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST' ? `${path} exists already and is left as it is` : `can't write ${path}: ${message}`,
    );
  }
}
