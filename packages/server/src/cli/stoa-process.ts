// Runs the real `stoa` as a process for tests, without the STOA_ variables of the caller.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const STOA = fileURLToPath(new URL('../../bin/stoa', import.meta.url));

interface LaunchOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** The account that runs it, for tests that root runs. */
  uid?: number;
}
/** `input`: what the command reads from its standard input. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

function launch(args: readonly string[], { env = {}, cwd, uid }: LaunchOptions): ChildProcess {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STOA_'));
  return spawn(STOA, args, { cwd, uid, env: { ...Object.fromEntries(own), ...env } as NodeJS.ProcessEnv });
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export async function stoa(
  args: readonly string[],
  { input = '', ...options }: LaunchOptions & RunOptions = {},
): Promise<Ended> {
  const child = launch(args, options);
  child.stdin!.on('error', () => {}); // a command that fails before it reads has closed its end
  child.stdin!.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
  return { code: child.exitCode, stdout, stderr };
}

/** Runs a command and kills it once it has printed something; what it printed until then. */
export async function stoaKilled(args: readonly string[], input: string): Promise<string> {
  const child = launch(args, {});
  child.stdin!.on('error', () => {});
  child.stdin!.end(input);
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
    child.kill('SIGKILL');
  });
  await once(child, 'close');
  return output;
}

export interface Serving {
  readonly url: string;
  readonly pid: number;
  /** Its output so far. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with its exit code or signal. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts `stoa serve` on a free port and waits for the address it prints. */
export async function serving(args: readonly string[], options: LaunchOptions = {}): Promise<Serving> {
  const child = launch(['serve', '--port', '0', ...args], options);
  let output = '';
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => {
        output += chunk;
        const ready = output.match(/ready at (\S+)\n/);
        if (ready) resolve(ready[1]!);
      });
    child.on('exit', (code) => reject(new Error(`stoa serve ended with ${code}: ${output}`)));
  });
  return { url, pid: child.pid!, output: () => output, kill: (signal) => void child.kill(signal), ended };
}
