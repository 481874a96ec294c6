// The compatibility table matches the code, and nothing of the API is missing without a reason.
import { describe, expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ABSENT_ENDPOINTS, ABSENT_EVENTS, ABSENT_FIELDS, RAW_ENDPOINTS } from './compatibility/claims.ts';
import { specifiedLines } from './compatibility/specified.ts';
import { compatibilityPage, endpointLines, eventLines, fieldLines, type Line } from './compatibility/table.ts';
import { ROOT, readTests } from './compatibility/tests-by-rule.ts';

const tests = readTests();

describe('compatibility with existing clients', () => {
  it('docs/compatibility.md matches the contract and the tests (npm run compatibility)', () => {
    expect(readFileSync(join(ROOT, 'docs', 'compatibility.md'), 'utf8')).toBe(compatibilityPage(tests));
  });

  it('each of the 22 endpoints of the specification has its own rules and a test', () => {
    const lines = specifiedLines(tests);
    expect(lines.map(({ section }) => section)).toEqual(Array.from({ length: 22 }, (_, at) => `4.${at + 1}`));
    expect(lines.filter(({ rules, files }) => rules.length * files.length === 0)).toEqual([]);
  });

  const parts: [string, Line[], Readonly<Record<string, unknown>>][] = [
    ['endpoints', endpointLines(tests), { ...ABSENT_ENDPOINTS, ...RAW_ENDPOINTS }],
    ['events', eventLines(tests), ABSENT_EVENTS],
    ['register fields', fieldLines(tests), ABSENT_FIELDS],
  ];
  for (const [what, lines, claimed] of parts) {
    it(`${what}: absent ones have a reason, present ones a rule and a test`, () => {
      expect(lines.filter(({ absent }) => absent === '').map(({ name }) => name)).toEqual([]);
      const unproved = lines.filter(({ absent, rules, files }) => absent === null && rules.length * files.length === 0);
      expect(unproved.map(({ name }) => name)).toEqual([]);
      const known = new Set(lines.map(({ name }) => name));
      expect(Object.keys(claimed).filter((name) => !known.has(name))).toEqual([]);
      const there = lines.filter(({ name, absent }) => absent === null && name in claimed && !(name in RAW_ENDPOINTS));
      expect(there.map(({ name }) => name)).toEqual([]);
    });
  }
});
