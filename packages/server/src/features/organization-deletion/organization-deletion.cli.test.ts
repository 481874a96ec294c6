// The operator's commands, beside a store without a server.
import { afterAll, beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@stoa/testkit/kit';
import { stoaInProcess } from '../../cli/stoa-in-process.ts';
import { openReadOnly } from '../../kit/database/open.ts';
import { sql } from '../../kit/database/sql.ts';

setDefaultTimeout(60_000);

let directory: string;
let database: TestDatabase;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-deletion-'));
  database = await createTestDatabase();
  const owner = ['--email', 'ada@stoa.example', '--name', 'Ada', '--url', 'https://acme.example'];
  expect((await stoaInProcess(['init', ...store(), '--org', 'Acme', ...owner])).code).toBe(0);
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const store = () => ['--data', directory, ...(database.url === null ? [] : ['--database', database.url])];

async function state(): Promise<{ is_active: boolean; days: number | null }> {
  const { db, close } = await openReadOnly({ data: directory, database: database.url });
  const row = await db.get<{ deactivated_at: number | null; deletion_due_at: number | null }>(
    sql`select deactivated_at, deletion_due_at from realms`,
  );
  await close();
  const { deactivated_at, deletion_due_at } = row!;
  const days = deletion_due_at === null ? null : Math.ceil((deletion_due_at - Date.now()) / (24 * 60 * 60_000)) + 0;
  return { is_active: deactivated_at === null, days };
}

it('[OD1] [OD2] deletion is scheduled, can be undone, and needs a confirmation if immediate', async () => {
  const run = (words: readonly string[], input = '') =>
    stoaInProcess(['organization', ...words, ...store()], { input });
  expect((await run(['delete', 'other.example'])).code).toBe(1);
  expect((await run(['undelete', 'acme.example'])).stderr).toContain('is not to be deleted');
  expect((await run(['delete', 'acme.example', '--days', '3'])).stdout).toContain('undelete');
  expect(await state()).toEqual({ is_active: false, days: 3 });
  expect((await run(['reactivate'])).code).toBe(1);
  expect((await run(['undelete', 'acme.example'])).code).toBe(0);
  expect(await state()).toEqual({ is_active: true, days: null });

  for (const input of ['', 'Acme\n']) {
    const refused = await run(['delete', 'acme.example', '--now'], input);
    expect([refused.code, refused.stderr]).toEqual([1, 'stoa: nothing was deleted: that is not its host name\n']);
    expect(await state()).toEqual({ is_active: true, days: null });
  }
  expect((await run(['delete', 'acme.example', '--now'], 'acme.example\n')).code).toBe(0);
  expect(await state()).toEqual({ is_active: false, days: 0 });
});
