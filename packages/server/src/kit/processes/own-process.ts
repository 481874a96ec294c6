// How this program starts parts of itself as other processes: by their scripts or, as a single file, by its own name.
import { fileURLToPath } from 'node:url';

const SCRIPTS = {
  reader: new URL('../database/reader-process.ts', import.meta.url),
  pictures: new URL('../images/worker.ts', import.meta.url),
  import: new URL('../../import-process.ts', import.meta.url),
  mail: new URL('../../features/incoming-mail/parsing/mail-process.ts', import.meta.url),
} as const;

/** A part of the program that has a script. */
export type Script = keyof typeof SCRIPTS;

/** `worker`: one of several servers that share a port, which the same command starts. */
type Part = Script | 'worker';

/** Where the runtime keeps the files inside of an executable. */
const IN_ONE_FILE = /^file:\/\/\/(\$bunfs|[A-Z]:\/~BUN)\//.test(import.meta.url);
/** The first argument of such a process; the rest is its own. */
const PART = /^--part=(\w+)$/;

export function commandOf(part: Script): string[] {
  return [process.execPath, IN_ONE_FILE ? `--part=${part}` : fileURLToPath(SCRIPTS[part])];
}

/** This command line as a worker, with more arguments. */
export function workerCommand(more: readonly string[]): string[] {
  const [, script, ...words] = process.argv;
  const program = IN_ONE_FILE ? [process.execPath] : [process.execPath, ...process.execArgv, script!];
  return [...program, '--part=worker', ...words, ...more];
}

let taken: Part | null = null;
export const isWorker = (): boolean => taken === 'worker';

/** The part that this process should be, whose arguments are then where its script expects them. */
export function takePart(): Part | null {
  const part = PART.exec(process.argv[2] ?? '')?.[1];
  if (part === undefined || !(part in SCRIPTS || part === 'worker')) return null;
  process.argv.splice(2, 1);
  taken = part as Part;
  return taken;
}
