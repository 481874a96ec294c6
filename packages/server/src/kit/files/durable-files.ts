// Files and names that survive a crash of the machine.
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file or the names in a directory to the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a directory and those above it. A new name is durable once the directory that holds it is flushed. */
export async function makeDirectory(directory: string): Promise<void> {
  const created = await mkdir(directory, { recursive: true, mode: 0o700 });
  for (let at = directory; created !== undefined && at.startsWith(created); at = dirname(at)) await flush(dirname(at));
}

/** Writes the bytes of a file to the disk, not yet its name. */
export async function writeFlushed(
  path: string,
  flags: 'w' | 'wx',
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
