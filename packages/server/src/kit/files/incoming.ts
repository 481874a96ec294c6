// Files that are just arriving or being made: a directory beside the store's own, so that a finished one is moved, not copied.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What an ended process left behind goes after so long: nobody was told that it had arrived. */
const LEFT_BEHIND_MS = 24 * 60 * 60_000;
/** A process says that it lives this often, however little arrives. */
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
    this.timer = setInterval(() => this.stayAlive(), alive_ms);
    this.timer.unref();
  }

  /** Keeps a process that starts beside this one from taking the directory for one that was left behind. [UP28] */
  private stayAlive(): void {
    const now = new Date();
    try {
      utimesSync(this.directory, now, now);
    } catch {} // it is made again when it is needed
  }

  /** A path where nothing is yet. */
  path(): string {
    // Another program may have tidied up, or a clock have jumped.
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
