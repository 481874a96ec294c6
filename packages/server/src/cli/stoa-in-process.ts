// Runs a command of `stoa` in this process for tests: loading the server for each would cost 0.7 s of CPU. One at a time.
import { Readable } from 'node:stream';
import { runCommandLine } from './run.ts';
import type { Ended, RunOptions } from './stoa-process.ts';

let is_running = false;

export async function stoaInProcess(
  args: readonly string[],
  { env = {}, input = '' }: RunOptions = {},
): Promise<Ended> {
  if (is_running) throw new Error('a command is running: its output can not be told from that of another');
  is_running = true;
  const output = { stdout: '', stderr: '' };
  const { stdin } = process;
  const originals = { stdout: process.stdout.write, stderr: process.stderr.write };
  const capture = (name: 'stdout' | 'stderr') => {
    process[name].write = (text: string | Uint8Array) => {
      output[name] += text;
      return true;
    };
  };
  try {
    capture('stdout');
    capture('stderr');
    Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
    return { code: await runCommandLine(args, env), ...output };
  } finally {
    Object.assign(process.stdout, { write: originals.stdout });
    Object.assign(process.stderr, { write: originals.stderr });
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
    is_running = false;
  }
}
