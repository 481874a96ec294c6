// Files that are arriving or being created: a directory beside the store's own, so that a finished file is moved, not copied.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of an ended process are removed after this long; their arrival was never confirmed. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;
/** How often a process shows that it is alive, even if nothing arrives. */
const ALIVE_MS = 10 * 60_000;

export class Incoming {
  private readonly directory: string;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(data: string, name = 'incoming', alive_ms = ALIVE_MS) {
    const all = join(data, name);
    mkdirSync(all, { recursive: true, mode: 0o700 });
    for (const left of readdirSync(all).map((entry) => join(all, entry)))
      if (Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LEFT_BEHIND_MS)
        rmSync(left, { recursive: true, force: true });
    this.directory = join(all, randomBytes(12).toString('hex'));
    mkdirSync(this.directory, { mode: 0o700 });
    this.timer = setInterval(() => this.extendTimeout(), alive_ms);
    this.timer.unref();
  }

  /** Keeps a process that starts later from removing this directory as abandoned. [UP28] */
  private extendTimeout(): void {
    const now = new Date();
    try {
      utimesSync(this.directory, now, now);
    } catch {} // it is made again when it is needed
  }

  /** A new path, still unused. */
  path(): string {
    // Another program may have cleaned up, or the clock may have jumped.
    if (!existsSync(this.directory)) mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    return join(this.directory, randomBytes(12).toString('hex'));
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  close(): void {
    clearInterval(this.timer);
    rmSync(this.directory, { recursive: true, force: true });
  }
}
