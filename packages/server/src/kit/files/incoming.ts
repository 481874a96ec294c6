// Files that are just arriving or being made: a directory beside the store's own, so that a finished one is moved, not copied.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What an ended process left behind goes after so long: nobody was told that it had arrived. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;

export class Incoming {
  private readonly directory: string;

  constructor(data: string, name = 'incoming') {
    const all = join(data, name);
    mkdirSync(all, { recursive: true, mode: 0o700 });
    for (const left of readdirSync(all).map((entry) => join(all, entry)))
      if (Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LEFT_BEHIND_MS)
        rmSync(left, { recursive: true, force: true });
    this.directory = join(all, randomBytes(12).toString('hex'));
    mkdirSync(this.directory, { mode: 0o700 });
  }

  /** A path where nothing is yet. */
  path(): string {
    return join(this.directory, randomBytes(12).toString('hex'));
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  close(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
