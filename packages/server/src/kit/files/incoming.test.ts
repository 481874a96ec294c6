// The directory for arriving files, while other processes start on the same data.
import { afterAll, expect, it } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Incoming } from './incoming.ts';

const data = mkdtempSync(join(tmpdir(), 'stoa-incoming-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

it('[UP28] a starting process removes files of ended processes, and none of a live one', async () => {
  const living = new Incoming(data, 'incoming', 20);
  const path = living.path();
  writeFileSync(path, 'under way');
  const left = join(data, 'incoming', 'left');
  mkdirSync(left);
  const long_ago = new Date(Date.now() - 25 * 60 * 60_000);
  for (const directory of [dirname(path), left]) utimesSync(directory, long_ago, long_ago);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const next = new Incoming(data);
  expect([existsSync(path), existsSync(left)]).toEqual([true, false]);
  // Even if the directory was removed, the next file arrives.
  rmSync(dirname(path), { recursive: true });
  writeFileSync(living.path(), 'arrives');
  for (const process of [living, next]) process.close();
  expect(readdirSync(join(data, 'incoming'))).toEqual([]);
});
