// How this program starts parts of itself as other processes: by their scripts or, as a single file, by its own name.
import { fileURLToPath } from 'node:url';

const SCRIPTS = {
  reader: new URL('../database/reader-process.ts', import.meta.url),
  pictures: new URL('../images/worker.ts', import.meta.url),
} as const;

export type Part = keyof typeof SCRIPTS;

/** Where the runtime keeps the files inside of an executable. */
const IN_ONE_FILE = /^file:\/\/\/(\$bunfs|[A-Z]:\/~BUN)\//.test(import.meta.url);
/** The first argument of such a process; the rest is its own. */
const PART = /^--part=(\w+)$/;

export function commandOf(part: Part): string[] {
  return [process.execPath, IN_ONE_FILE ? `--part=${part}` : fileURLToPath(SCRIPTS[part])];
}

/** The part that this process should be, whose arguments are then where its script expects them. */
export function takePart(): Part | null {
  const part = PART.exec(process.argv[2] ?? '')?.[1];
  if (part === undefined || !(part in SCRIPTS)) return null;
  process.argv.splice(2, 1);
  return part as Part;
}
