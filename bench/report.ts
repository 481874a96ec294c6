// The printed table and the committed JSON. A run of some rows replaces only those rows; each records when it was measured.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { Figure } from './figure.ts';

export function number(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}

function goalText({ goal, unit }: Figure): string {
  if (goal === null) return '-';
  const sign = goal.at === 'least' ? '>=' : '<=';
  return goal.of === 'ratio' ? `${sign} ${goal.value}x` : `${sign} ${number(goal.value)} ${unit}`;
}

function cells(figure: Figure): string[] {
  const { cpu } = figure;
  return [
    figure.id,
    figure.work,
    `${number(figure.ours)} ${figure.unit}`,
    figure.limit === null ? '-' : number(figure.limit),
    figure.ratio === null ? '-' : `${figure.ratio.toFixed(2)}x`,
    goalText(figure),
    figure.met === null ? '-' : figure.met ? 'yes' : 'NO',
    cpu === null ? '-' : `${cpu.server.toFixed(2)} / ${cpu.generator.toFixed(2)}`,
  ];
}

const HEADINGS = ['id', 'work', 'ours', 'limit', 'ratio', 'goal', 'met', 'cores server / generator'];

export function table(figures: Figure[]): string {
  const rows = [HEADINGS, ...figures.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  const remarks = figures.flatMap((figure) => [
    ...(figure.limit_is === null ? [] : [`${figure.id}: limit is ${figure.limit_is}`]),
    ...figure.notes.map((note) => `${figure.id}: ${note}`),
  ]);
  return [...lines, '', ...remarks].join('\n');
}

/** Short lists on one line, as this repository's formatter requires. */
function jsonText(value: unknown): string {
  const round = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);
  const text = JSON.stringify(value, round, 2);
  return text.replace(/^(.*)\[\n([^[\]{}]*?)\n *\](,?)$/gm, (whole, start: string, items: string, end: string) => {
    const line = `${start}[${items.trim().replace(/\n +/g, ' ')}]${end}`;
    return line.length <= 120 ? line : whole;
  });
}

export interface Results {
  machine: { cores: number; memory_gb: number; bun: string };
  figures: Figure[];
}

/** Sorts figures in the order of `ids` (the order of the rows), whatever order they were measured in. */
export function writeResults(file: string, measured: Figure[], ids: string[]): void {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results).figures : [];
  const rowOf = (figure: Figure) => figure.id.split(' ')[0]!;
  const fresh = new Set(measured.map(rowOf));
  const figures = [...known.filter((figure) => !fresh.has(rowOf(figure))), ...measured];
  figures.sort((a, b) => ids.indexOf(rowOf(a)) - ids.indexOf(rowOf(b)));
  const machine = {
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 1e9),
    bun: Bun.version,
  };
  writeFileSync(file, `${jsonText({ machine, figures } satisfies Results)}\n`);
}
