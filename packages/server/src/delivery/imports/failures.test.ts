// What ends an import in the browser has a reason that clients translate.
import { expect, it } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE_FAILURES } from '@stoa/contract';

/** Only the command line gets there: archives of Stoa, owners and addresses of new organizations. */
const OF_COMMANDS = /^(?:stoa\/|owner\.ts|import-archive\.ts)|\.test\.ts$/;
const texts = (readdirSync(import.meta.dirname, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts') && !OF_COMMANDS.test(name))
  .map((name) => [name, readFileSync(join(import.meta.dirname, name), 'utf8')] as const);

it('[IM48] every failure has a reason, and every reason is used', () => {
  const bare = texts.filter(([name, text]) => name !== 'archive.ts' && /new ArchiveError\((?!message)/.test(text));
  expect(bare.map(([name]) => name)).toEqual([]);
  const all = texts.map(([, text]) => text).join('\n');
  expect(Object.keys(ARCHIVE_FAILURES).filter((reason) => !all.includes(`'${reason}'`))).toEqual([]);
});
