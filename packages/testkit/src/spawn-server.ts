// Runs the server as a separate process through its command, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const STOA = fileURLToPath(new URL('../../server/bin/stoa', import.meta.url));
const READY_MS = 15_000;

/** The command's environment, without server settings of the caller. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STOA_'));
  return Object.fromEntries(own) as NodeJS.ProcessEnv;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `stoa` until it exits. */
export async function runStoa(args: readonly string[]): Promise<CommandResult> {
  const child = spawn(STOA, args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk) => out.push(chunk));
  child.stderr.on('data', (chunk) => err.push(chunk));
  const [code] = await once(child, 'close');
  return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}

export interface SpawnedServer {
  readonly url: string;
  readonly port: number;
  /** Sends a signal and waits for the exit; returns the exit code, or null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface SpawnOptions {
  data: string;
  port: number;
  database?: string | null;
}

/** Starts `stoa serve` and waits until it responds. */
export async function spawnServer({ data, port, database = null }: SpawnOptions): Promise<SpawnedServer> {
  const args = [
    'serve',
    '--data',
    data,
    '--port',
    String(port),
    '--rate-limits',
    'off',
    ...(database === null ? [] : ['--database', database]),
  ];
  const child = spawn(STOA, args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  await ready(child, url, output);
  return {
    url,
    port,
    async end(signal) {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

async function ready(child: ChildProcess, url: string, output: readonly string[]): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`stoa serve ended with ${child.exitCode}: ${output.join('')}`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`stoa serve did not answer within ${READY_MS} ms: ${output.join('')}`);
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
