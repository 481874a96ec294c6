// Failures of an import in the browser, and records that it leaves out, have stable reasons that clients translate.
import { expect, it } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE_FAILURES, ARCHIVE_NOTES } from '@stoa/contract';
import { presentRun } from './browser-imports/runs.queries.ts';

/** Only the command line gets there: archives of Stoa, owners and addresses of new organizations. */
const OF_COMMANDS = /^(?:stoa\/|owner\.ts|import-archive\.ts)|\.test\.ts$/;
const texts = (readdirSync(import.meta.dirname, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts') && !OF_COMMANDS.test(name))
  .map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')] as const);

it('[IM48] every failure has a reason, and every reason is used', () => {
  const bare = texts.filter(
    ([name, text]) => name !== 'archive-error.ts' && /new ArchiveError\((?!message)/.test(text),
  );
  expect(bare.map(([name]) => name)).toEqual([]);
  const all = texts.map(([, text]) => text).join('\n');
  expect(Object.keys(ARCHIVE_FAILURES).filter((reason) => !all.includes(`'${reason}'`))).toEqual([]);
});

it('[IM54] every note is used, and no two have the same sentence', () => {
  const all = texts.map(([, text]) => text).join('\n');
  const sentences = Object.values(ARCHIVE_NOTES);
  expect(sentences.filter((sentence) => !all.includes(`'${sentence}'`))).toEqual([]);
  expect(new Set(sentences).size).toBe(sentences.length);
});

it('[IM54] notes of plans that an older version stored have no code', () => {
  const old = { kind: 'files', reason: 'its bytes are missing', records: 2, is_kept: false, first: 'a.json, 3' };
  const { plan } = presentRun({ plan: { reasons: [old] } } as never);
  expect(plan!.reasons).toEqual([{ ...old, code: null, file: null, record: null }]);
});
