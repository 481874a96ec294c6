// Temporary files of commands that are interrupted.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zulipArchive } from '@stoa/testkit';
import { stoaInProcess } from './stoa-in-process.ts';

const STOA = fileURLToPath(new URL('../../bin/stoa', import.meta.url));

let directory: string;
const at = (...names: string[]) => join(directory, ...names);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-scratch-'));
  writeFileSync(at('export.tar.gz'), await zulipArchive());
  mkdirSync(at('exports'));
  const imported = await stoaInProcess(['import', 'zulip', at('export.tar.gz'), '--data', at('data')]);
  expect(imported).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const entriesOf = (path: string) => (existsSync(path) ? readdirSync(path) : []);

/** Interrupts the command as soon as there is something in `path`, and returns the signal that ended it. */
async function interrupt(signal: NodeJS.Signals, path: string, ...args: string[]): Promise<string | null> {
  const command = spawn(STOA, args, { stdio: 'ignore' });
  const ended = once(command, 'exit');
  while (command.exitCode === null && entriesOf(path).length === 0) await Bun.sleep(1);
  command.kill(signal);
  return (await ended)[1];
}

describe('an interrupted command', () => {
  it('[CL703] removes what it has unpacked', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const importing = ['import', 'zulip', at('export.tar.gz'), '--data', at(signal)];
      expect(await interrupt(signal, at(signal, 'importing'), ...importing)).toBe(signal);
      expect(entriesOf(at(signal, 'importing'))).toEqual([]);
    }
  });

  it('[CL703] removes an unfinished export', async () => {
    const exporting = ['export', '--format', 'stoa', at('exports', 'all.tar.gz'), '--data', at('data')];
    expect(await interrupt('SIGINT', at('exports'), ...exporting)).toBe('SIGINT');
    expect(readdirSync(at('exports'))).toEqual([]);
  });
});
