// The option of limits, and the document that lists them.
import { expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { CAPS } from '../kit/caps.ts';
import { UsageError } from './command.ts';
import { limitSettings } from './limits.ts';

it('[CA2] limits are the usual ones but for those that are named', () => {
  expect(limitSettings({ limits: undefined })).toEqual({});
  expect(limitSettings({ limits: ' ' })).toEqual({});
  expect(limitSettings({ limits: 'bots-per-account=20, drafts=0' })).toEqual({ 'bots-per-account': 20, drafts: 0 });
});

it('[CA2] what is no limit is refused in one line', () => {
  for (const bad of ['drafts', 'drafts=', 'drafts=-1', 'drafts=1.5', 'drafts=5,', 'bots=5', 'drafts=5,drafts=6', 'off'])
    expect(() => limitSettings({ limits: bad })).toThrow(UsageError);
  expect(() => limitSettings({ limits: 'drafts=2000000000' })).toThrow('--limits: drafts takes a number');
  expect(() => limitSettings({ limits: 'toString=5' })).toThrow(UsageError);
});

it('[CA2] docs/limits.md lists every limit with its usual number', () => {
  const text = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
  const rows = Array.from(text.matchAll(/^\| `([a-z-]+)` \| ([\d,]+) \| (\w+)/gm), ([, name, most, of]) => [
    name,
    most,
    of,
  ]);
  const declared = Object.entries(CAPS).map(([name, { most, of }]) => [name, most.toLocaleString('en'), of]);
  expect(rows).toEqual(declared as string[][]);
});
