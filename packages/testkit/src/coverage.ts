// Runs after the suite: fails unless the test servers returned everything the contract declares, and nothing else.
import { readFileSync } from 'node:fs';
import { type Endpoint, endpoints, events } from '@stoa/contract';
import { findGaps } from './coverage-gaps.ts';
import type { Seen } from './record.ts';

function readRecord(): Seen[] {
  const file = process.env.STOA_TEST_RECORD;
  if (!file) throw new Error('STOA_TEST_RECORD names the file that the test servers wrote');
  const lines = new Set(readFileSync(file, 'utf8').split('\n'));
  lines.delete('');
  return [...lines].map((line) => JSON.parse(line) as Seen);
}

const gaps = findGaps({ endpoints: Object.values<Endpoint>(endpoints), events }, readRecord());
if (gaps.length > 0) {
  process.stderr.write(`The suite does not cover the contract:\n${gaps.map((gap) => `  ${gap}\n`).join('')}`);
  process.exitCode = 1;
} else
  process.stdout.write(
    `Every one of ${Object.keys(endpoints).length} endpoints, their errors and ${events.length} events was seen.\n`,
  );
