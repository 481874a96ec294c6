// `stoa user disable-two-factor`.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { openStore } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from '../migrations/index.ts';
import { stoaInProcess } from './stoa-in-process.ts';

let directory: string;
let database: TestDatabase;
const data = () => join(directory, 'data');
const store = () => ['--data', data(), ...(database.url === null ? [] : ['--database', database.url])];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-two-factor-'));
  database = await createTestDatabase();
  const owner = ['--org', 'One', '--email', 'ada@one.example', '--name', 'Ada Owner', '--url', 'http://one.example'];
  expect(await stoaInProcess(['init', ...store(), ...owner])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function inStore<T>(work: (opened: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  const opened = await openStore({ data: data(), database: database.url }, migrations);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

it('[TF12] [PK10] stoa user disable-two-factor switches it off and removes passkeys, of owners too', async () => {
  await inStore(({ db, transaction }) =>
    transaction(async (tx) => {
      const ada = await db.get<{ user_id: number }>(sql`select user_id from users where email_key = 'ada@one.example'`);
      await tx.run(sql`insert into two_factor values (${ada!.user_id}, 'sealed', 1, 1)`);
      await tx.run(sql`insert into recovery_codes values (${ada!.user_id}, 'a digest')`);
      await tx.run(
        sql`insert into passkeys (realm_id, user_id, name, rp_id, user_handle, credential_id, public_key, counter, is_backup_eligible, is_backed_up, created_at)
         select realm_id, user_id, 'Laptop', 'one.example', 'handle', 'id', 'key', 0, false, false, 1 from users where user_id = ${ada!.user_id}`,
      );
    }),
  );
  const disable = (word: string) => stoaInProcess(['user', 'disable-two-factor', ...store(), word]);
  expect(await disable('nobody@one.example')).toMatchObject({ code: 1 });
  expect((await disable('ada@one.example')).stdout).toBe(
    'Two-factor sign-in of ada@one.example is off now.\nRemoved passkeys: 1.\n',
  );
  expect((await disable('ada@one.example')).stdout).toBe('Two-factor sign-in of ada@one.example was off.\n');
  const left = await inStore(({ db }) =>
    db.all(
      sql`select user_id from two_factor union select user_id from recovery_codes union select user_id from passkeys`,
    ),
  );
  expect(left).toEqual([]);
});

it('[TF23] stoa user list --without-two-factor prints who has not switched it on', async () => {
  const listed = async () => (await stoaInProcess(['user', 'list', '--without-two-factor', ...store()])).stdout;
  await stoaInProcess(['user', 'create', ...store(), '--email', 'bela@one.example', '--name', 'Bela']);
  // Nobody of these has a password yet.
  expect(await listed()).toBe('');
  await inStore(({ transaction }) =>
    transaction(async (tx) => {
      await tx.run(sql`update users set password_hash = 'of some form' where email_key = 'ada@one.example'`);
      await tx.run(
        sql`insert into external_identities (realm_id, user_id, issuer, subject, created_at)
         select realm_id, user_id, 'ldap', 'a person', 1 from users where email_key = 'bela@one.example'`,
      );
    }),
  );
  const addresses = async () => (await listed()).split('\n').flatMap((line) => line.split('\t')[1] ?? []);
  expect(await addresses()).toEqual(['ada@one.example', 'bela@one.example']);
  await inStore(({ transaction }) =>
    transaction(async (tx) => {
      await tx.run(
        sql`insert into two_factor select user_id, 'sealed', 1, 1 from users where email_key = 'ada@one.example'`,
      );
    }),
  );
  expect(await addresses()).toEqual(['bela@one.example']);
});
