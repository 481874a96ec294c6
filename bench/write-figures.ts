// Writes figures of results.json into README.md and docs/operate/sizing.md: `npm run figures`; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withMarked } from '../scripts/marked-text.mjs';
import type { Figure } from './figure.ts';
import { number, type Results } from './report.ts';

const MARKER = { name: 'figures', command: 'npm run figures' };
const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { machine, figures } = JSON.parse(readFileSync(fileOf('bench/results.json'), 'utf8')) as Results;

function find(id: string): readonly [Figure, ...Figure[]] {
  const [first, ...more] = figures.filter((figure) => figure.id === id);
  if (first === undefined) throw new Error(`bench/results.json has no ${id}`);
  return [first, ...more];
}

/** A value with its unit; of several figures, from the least to the greatest. */
function amountOf(found: readonly Figure[]): string {
  const values = found.map(({ ours }) => ours);
  const [least, most] = [Math.min(...values), Math.max(...values)].map(number);
  return `${least === most ? least : `${least} to ${most}`} ${found[0]!.unit}`.trim();
}

/** Days on which they were measured, the first and the last. */
function daysOf(found: readonly Figure[]): string {
  const days = found.map(({ measured_at }) => measured_at.slice(0, 10)).sort();
  return [...new Set([days[0], days.at(-1)])].join(' to ');
}

const tableOf = (rows: readonly (readonly string[])[]) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n');

function machineOf(found: readonly Figure[]): string {
  const processors = [...new Set(found.map(({ measured_on }) => measured_on))].sort().join(', ');
  return `${machine.cores} cores (${processors}) that the clients shared, Bun ${machine.bun}`;
}

/** What people ask, by the figures that answer it. */
const WHAT: Readonly<Record<string, string>> = {
  P1: 'messages of 64 senders, each on disk before it is answered',
  'P12 sends': 'the same on PostgreSQL, through two nodes',
  P2: 'one message, alone',
  'P3 time': 'a message to 10,000 people, until it is acknowledged',
  'P7 last': 'a message to 10,000 waiting clients, until the last has it',
  'P12 delivery': 'delivery at another node',
  P4: 'the 100 newest messages of a channel, 16 clients',
  P10: 'search in 1,000,000 messages, rare words to common ones',
  'P10 postgres': 'the same on PostgreSQL',
  'P6 1,000': 'a client that starts, 1,000 people',
  'P6 10,000': 'a client that starts, 10,000 people and 1,000 channels',
  'P9 many': 'a start of the server with 1,000,000 messages',
  P11: 'a message of 200 bytes on disk, with index and log',
  'P8 idle': 'resident memory, idle',
  'P8 poll': 'resident memory for each waiting client',
  'P16 send': 'a message in a company of 10,000 on a working morning, all connected',
  'P16 delivery': 'the same, until the last of its receivers has it, 99 of 100',
  'P20 speed': 'import of 1,000,000 messages',
};

const IN_README = [
  'P1',
  'P12 sends',
  'P4',
  'P10',
  'P6 10,000',
  'P7 last',
  'P12 delivery',
  'P16 send',
  'P16 delivery',
  'P9 many',
  'P8 idle',
  'P20 speed',
];

function overview(): string {
  const found = IN_README.map(find);
  const rows = found.map((each): string[] => {
    const [{ id, limit, limit_is, unit, ratio }] = each;
    const beside = limit === null ? '' : `${limit_is}: ${number(limit)} ${unit}`;
    return [WHAT[id]!, amountOf(each), beside, ratio === null ? '' : `${number(ratio)}x`];
  });
  return `Medians, each beside a limit from the same run where there is one, on ${machineOf(found.flat())}, ${daysOf(found.flat())}:

${tableOf([['what', 'Stoa', 'limit', 'ratio'], ['---', '---', '---', '---'], ...rows])}`;
}

const sizing = () =>
  tableOf([
    ['what', 'measured'],
    ['---', '---'],
    ...Object.entries(WHAT).map(([id, what]) => [what, amountOf(find(id))]),
  ]);

const is_check = process.argv.includes('--check');
for (const [path, content] of [
  ['README.md', overview],
  ['docs/operate/sizing.md', sizing],
] as const) {
  const text = readFileSync(fileOf(path), 'utf8');
  const expected = withMarked(text, MARKER, content());
  if (expected === text) continue;
  if (is_check) {
    process.stderr.write(`${path} does not have the figures of bench/results.json: npm run figures\n`);
    process.exitCode = 1;
  } else writeFileSync(fileOf(path), expected);
}
