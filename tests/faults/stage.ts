// What a fault is done to: nodes on data of their own, and the table that the results are written into.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@stoa/testkit';
import { withMarked } from '../../scripts/marked-text.mjs';
import { run, STOA } from '../documented.ts';
import type { Verdict } from './checker.ts';
import { Load, pause } from './load.ts';
import { Node, type NodeOptions } from './node.ts';

/** How long the load goes on before and after the fault. */
const BESIDES_MS = 1500;
export const OWNER = 'ada@stoa.example';
const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));
const TABLE = fileURLToPath(new URL('../../docs/operate/faults.md', import.meta.url));
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

export const scratch = mkdtempSync(join(tmpdir(), 'stoa-faults-'));

let disk: string | undefined;
/** The library that stands between SQLite and the disk; built once. */
export function diskLibrary(): string {
  if (disk) return disk;
  disk = join(scratch, 'disk.so');
  const source = fileURLToPath(new URL('disk.c', import.meta.url));
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', disk, source, '-ldl'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`cc is needed: ${built.stderr ?? built.error}`);
  return disk;
}

/** A clock that is apart from the real one by what {@link setClock} says. */
export function clockOf(file: string): Record<string, string> {
  if (!existsSync(FAKETIME)) throw new Error('libfaketime is needed: apt-get install libfaketime');
  writeFileSync(file, '+0');
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

export async function initialise(
  data: string,
  database: string | null = null,
  { env = {}, program = STOA }: Pick<NodeOptions, 'env' | 'program'> = {},
): Promise<string> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const store = `--data ${data}${database === null ? '' : ` --database '${database}'`}`;
  const who = `--org Fire --email ${OWNER} --name Ada --url http://127.0.0.1:1 --zuliprc ${data}/zuliprc`;
  await run(`${program} init ${store} ${who}`, { env: { ...process.env, ...env } });
  return data;
}

export const credentialsOf = (data: string) =>
  `${OWNER}:${readFileSync(join(data, 'zuliprc'), 'utf8').match(/^key *= *(\S+)$/m)![1]!}`;

let template: Promise<string> | undefined;
/** Embedded data with an organization, in a new directory or in the one named. */
export async function embeddedData(into = mkdtempSync(join(scratch, 'data-'))): Promise<string> {
  template ??= initialise(join(scratch, 'template'));
  cpSync(await template, into, { recursive: true });
  return into;
}

export interface Scene {
  readonly nodes: readonly Node[];
  readonly node: Node;
  readonly data: string;
  readonly load: Load;
}

/** Runs nodes under load, does what `fault` does, and judges what became of the load. */
export async function underLoad(
  options: Omit<NodeOptions, 'port'> & { nodes?: number; each?: readonly Partial<NodeOptions>[] },
  fault: (scene: Scene) => Promise<void>,
): Promise<{ verdict: Verdict; problems: readonly string[] }> {
  const nodes: Node[] = [];
  let load: Load | undefined;
  try {
    for (let at = 0; at < (options.nodes ?? 1); at++)
      nodes.push(await new Node({ ...options, port: await freePort(), ...options.each?.[at] }).start());
    load = await Load.start(
      nodes.map(({ url }) => url),
      credentialsOf(options.data),
    );
    await load.recovered(10_000);
    await pause(BESIDES_MS);
    await fault({ nodes, node: nodes[0]!, data: options.data, load });
    await load.recovered(30_000);
    await pause(BESIDES_MS);
    const verdict = await load.judge();
    return { verdict, problems: load.problems };
  } finally {
    await load?.close();
    for (const node of nodes) await node.end('SIGKILL');
  }
}

const MARKER = { name: 'faults', command: 'npm run test:faults' };
const ENGINES = ['SQLite', 'PostgreSQL', 'Cluster'] as const;

export interface Row extends Verdict {
  readonly engine: (typeof ENGINES)[number];
  readonly fault: string;
  readonly then: string;
  /** The longest time that an event queue had no event; measured in clusters. */
  readonly silence_ms?: number;
}

/** Ends a file of tests: writes its rows, and removes what it left. */
export function finish(rows: readonly Row[]): void {
  writeTable(rows);
  rmSync(scratch, { recursive: true, force: true });
}

/** Replaces these rows in the results and writes the table. */
export function writeTable(rows: readonly Row[]): void {
  const before: Row[] = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : [];
  const same = (row: Row) => (other: Row) => row.engine === other.engine && row.fault === other.fault;
  const all = [...before.map((row) => rows.find(same(row)) ?? row), ...rows.filter((row) => !before.some(same(row)))];
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(TABLE, withMarked(readFileSync(TABLE, 'utf8'), MARKER, tables(all)));
}

const seconds = (ms: number | undefined) => (ms ? `${(ms / 1000).toFixed(1)} s` : '–');

function tables(rows: readonly Row[]): string {
  return ENGINES.map((engine) => {
    const own = rows.filter((row) => row.engine === engine);
    const hasSilence = own.some(({ silence_ms }) => silence_ms !== undefined);
    const lines = own.map((row) => {
      const counts = `${row.acknowledged} | ${row.lost} | ${row.duplicated} | ${row.reordered} | ${seconds(row.pause_ms)} |`;
      return `| ${row.fault} | ${row.then} | ${counts}${hasSilence ? ` ${seconds(row.silence_ms)} |` : ''}`;
    });
    const columns = 'fault | what happens | acknowledged | lost | duplicated | reordered | longest pause |';
    const head = `| ${columns}${hasSilence ? ' longest silence |' : ''}\n|${' --- |'.repeat(hasSilence ? 8 : 7)}`;
    return `### ${engine}: ${own.length} kinds\n\n${head}\n${lines.join('\n')}\n`;
  }).join('\n');
}
