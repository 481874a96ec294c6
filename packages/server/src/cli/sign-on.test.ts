// `stoa user disconnect` and `stoa doctor`, with an identity provider.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeIdentityProvider, IDENTITY_CLIENT } from '../../../testkit/src/fake-identity-provider.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { openStore } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from '../migrations/index.ts';
import { stoaInProcess } from './stoa-in-process.ts';

const provider = new FakeIdentityProvider();
let directory: string;
let database: TestDatabase;
const data = () => join(directory, 'data');
const store = () => ['--data', data(), ...(database.url === null ? [] : ['--database', database.url])];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-sign-on-'));
  database = await createTestDatabase();
  const owner = ['--org', 'One', '--email', 'ada@one.example', '--name', 'Ada Owner', '--url', 'http://one.example'];
  expect(await stoaInProcess(['init', ...store(), ...owner])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  provider.stop();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

it('[SO15] stoa user disconnect forgets who somebody is at providers', async () => {
  const opened = await openStore({ data: data(), database: database.url }, migrations);
  const ada = await opened.db.get<{ user_id: number; realm_id: number }>(
    sql`select user_id, realm_id from users where email_key = 'ada@one.example'`,
  );
  await opened.transaction((tx) =>
    tx.run(
      sql`insert into external_identities (realm_id, user_id, issuer, subject, created_at)
       values (${ada!.realm_id}, ${ada!.user_id}, 'https://id.example', 'sub of ada', 1)`,
    ),
  );
  await opened.close();
  const disconnect = () => stoaInProcess(['user', 'disconnect', ...store(), 'ada@one.example']);
  expect((await disconnect()).stdout).toBe('ada@one.example is connected to nobody at an identity provider now.\n');
  expect((await disconnect()).stdout).toBe('ada@one.example was connected to nobody at an identity provider.\n');
});

it('[SO16] stoa doctor says whether the provider describes itself', async () => {
  const doctor = async (issuer: string) => {
    const set = ['--oidc-issuer', issuer, '--oidc-client-id', IDENTITY_CLIENT.client_id];
    const { stdout } = await stoaInProcess(['doctor', '--json', ...store(), ...set]);
    const found = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { check: string });
    return found.find(({ check }) => check === 'single sign-on');
  };
  const host = new URL(provider.issuer).host;
  expect(await doctor(provider.issuer)).toMatchObject({
    status: 'ok',
    found: `${host} describes itself as an identity provider`,
  });
  expect(await doctor(`http://${host}/realms/others`)).toMatchObject({ status: 'fail' });
  expect(await doctor('http://127.0.0.1:1/')).toMatchObject({ status: 'fail' });
});
