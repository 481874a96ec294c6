// A log line as people read it: time, level, subsystem, sentence, then the fields. Pure.
import { visible } from './visible.ts';

interface Line {
  readonly time: string;
  readonly level: string;
  readonly subsystem: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** One line of JSON as one line of text. */
export function pretty(json: string): string {
  const { time, level, subsystem, msg, ...fields } = JSON.parse(json) as Line;
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  return `${visible([time, level.padEnd(5), subsystem.padEnd(8), msg, ...shown].join(' '))}\n`;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /[\s"]/.test(value) ? JSON.stringify(value) : value;
}
