// `npm run bench`: measures the rows against a real server process, prints the table, writes the JSON.
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { endProcesses } from './processes.ts';
import { table, writeResults } from './report.ts';
import { rows } from './rows.ts';
import { removeScratch } from './world/directories.ts';

const HELP = `npm run bench -- [options]
  --only P1,P7     run these rows only (${rows.map((row) => row.id).join(', ')})
  --json FILE      where figures go (default bench/results.json; only the rows that ran are replaced)
  --no-json        print only
  --rounds N       interleaved rounds (default 5)
  --seconds S      length of one measured interval (default 2)
  --crowd N        waiting clients and subscribers of P3, P7, P8, churn (default 10000)`;

function numberOption(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least) throw new Error(`--${name} must be a number of at least ${least}`);
  return value;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      json: { type: 'string', default: new URL('./results.json', import.meta.url).pathname },
      'no-json': { type: 'boolean', default: false },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      crowd: { type: 'string', default: '10000' },
      help: { type: 'boolean', default: false },
    },
  });
  const wanted = values.only?.split(',').map((id) => id.trim().toLowerCase());
  const unknown = wanted?.filter((id) => !rows.some((row) => row.id.toLowerCase() === id)) ?? [];
  if (unknown.length > 0) throw new Error(`no such row: ${unknown.join(', ')}`);
  return {
    help: values.help,
    json: values['no-json'] ? null : values.json,
    chosen: rows.filter((row) => wanted === undefined || wanted.includes(row.id.toLowerCase())),
    rounds: numberOption('rounds', values.rounds, 1),
    seconds: numberOption('seconds', values.seconds, 0.1),
    crowd: numberOption('crowd', values.crowd, 20),
  };
}

async function main(): Promise<number> {
  const { help, json, chosen, ...options } = readOptions();
  if (help) {
    console.log(HELP);
    return 0;
  }
  if (options.rounds < 5)
    console.error('fewer than 5 rounds: figures for working on the benchmark, not for the record');
  const figures: Figure[] = [];
  const failed: string[] = [];
  for (const row of chosen) {
    console.error(`${row.id}: ${row.title} ...`);
    try {
      figures.push(...(await row.run(options)));
    } catch (error) {
      failed.push(row.id);
      console.error(`${row.id} failed: ${(error as Error).stack}`);
    } finally {
      await endProcesses();
    }
  }
  console.log(table(figures));
  if (json !== null && figures.length > 0) {
    const ids = rows.map((row) => row.id);
    writeResults(json, figures, ids);
  }
  return failed.length > 0 ? 1 : 0;
}

let code = 1;
try {
  code = await main();
} catch (error) {
  console.error((error as Error).message);
} finally {
  removeScratch();
}
process.exit(code);
