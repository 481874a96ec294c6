// The measured server: a real `stoa serve` process on a real store, started as an operator does.
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { spawn } from 'bun';
import { HttpSocket } from '../load/http-socket.ts';
import { type Credentials, get } from '../load/request.ts';
import { owned } from '../processes.ts';

/** From the sources, or a released file that `STOA_BENCH_PROGRAM` names. */
export const STOA = process.env.STOA_BENCH_PROGRAM ?? new URL('../../node_modules/.bin/stoa', import.meta.url).pathname;
const READY_WITHIN_MS = 20_000;
const STOP_WITHIN_MS = 20_000;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Runs one command until it exits and returns its output. */
export async function runStoa(words: string[], input = ''): Promise<string> {
  const child = spawn([STOA, ...words], { stdin: Buffer.from(input), stdout: 'pipe', stderr: 'pipe' });
  const [printed, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`stoa ${words.join(' ')} failed: ${complaint.trim()}`);
  return printed;
}

/** Options that tell a command where the store is; `database` is a PostgreSQL URL, or null for SQLite. */
export function storeWords(directory: string, database: string | null): string[] {
  return ['--data', directory, ...(database === null ? [] : ['--database', database])];
}

/** Creates an organization, at `host` if the store has others, and returns its owner. */
export async function initStore(
  directory: string,
  database: string | null = null,
  host: string | null = null,
): Promise<Credentials> {
  const zuliprc = `${directory}.zuliprc`;
  const options = { org: 'Benchmark', email: 'owner@bench.example', name: 'Owner', zuliprc };
  const url = host === null ? {} : { url: `http://${host}` };
  const words = Object.entries({ ...options, ...url }).flatMap(([name, value]) => [`--${name}`, value]);
  await runStoa(['init', ...storeWords(directory, database), ...words]);
  const text = readFileSync(zuliprc, 'utf8');
  rmSync(zuliprc);
  const field = (name: string) => new RegExp(`^${name}\\s*=\\s*(\\S+)`, 'm').exec(text)![1]!;
  return { email: field('email'), api_key: field('key') };
}

export interface Stoa {
  port: number;
  pid: number;
  /** From starting the command to the first successful GET /health. */
  ready_ms: number;
  stop(): Promise<void>;
}

export async function healthy(port: number): Promise<boolean> {
  try {
    const socket = await HttpSocket.open(port);
    const reply = await socket.send(get('/health'));
    socket.close();
    return reply.status === 200;
  } catch {
    return false;
  }
}

/** The server, ready at a free port. `words`: more options of the command. */
export function serve(directory: string, database: string | null = null, words: string[] = []): Promise<Stoa> {
  const where = storeWords(directory, database);
  return started((port) => [STOA, 'serve', ...where, '--port', String(port), '--rate-limits', 'off', ...words]);
}

/** The same with this many processes for long reads. */
export function serveWithReaders(directory: string, readers: number): Promise<Stoa> {
  const script = new URL('./serve-with-readers.ts', import.meta.url).pathname;
  return started((port) => [process.execPath, script, directory, String(readers), String(port)]);
}

async function started(commandAt: (port: number) => string[]): Promise<Stoa> {
  const port = await freePort();
  const started = performance.now();
  const child = owned(spawn(commandAt(port), { stdout: 'ignore', stderr: 'inherit' }));
  while (!(await healthy(port))) {
    if (child.exitCode !== null) throw new Error(`stoa serve ended with ${child.exitCode} before it was ready`);
    if (performance.now() - started > READY_WITHIN_MS) {
      child.kill('SIGKILL');
      throw new Error(`stoa serve was not ready after ${READY_WITHIN_MS} ms`);
    }
    await Bun.sleep(2);
  }
  const ready_ms = performance.now() - started;
  return {
    port,
    pid: child.pid,
    ready_ms,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      const code = await child.exited;
      clearTimeout(late);
      if (code !== 0) throw new Error(`stoa serve ended with ${code} on SIGTERM`);
    },
  };
}
