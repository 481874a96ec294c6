// `stoa user disconnect` and `stoa doctor`, with an identity provider.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeIdentityProvider, IDENTITY_CLIENT } from '../../../testkit/src/fake-identity-provider.ts';
import { createTestDatabase, type TestDatabase } from '../../../testkit/src/test-database.ts';
import { newSigningKey } from '../features/single-sign-on/saml-test-provider.ts';
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

describe('settings of SAML', () => {
  const doctor = async (set: Readonly<Record<string, string>>) => {
    const flags = Object.entries(set).flatMap(([name, value]) => [`--saml-${name}`, value]);
    return stoaInProcess(['doctor', '--json', ...store(), ...flags]);
  };
  const file = (name: string, content: string) => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  const ID = 'https://id.example/saml';

  it('[SO56] what cannot work together is refused, in words that say why', async () => {
    const [own, other] = [await newSigningKey(), await newSigningKey()];
    const certificate = file('provider.pem', own.certificate);
    const url = 'https://id.example/sso';
    const wrong: [Record<string, string>, string][] = [
      [{ 'entity-id': ID }, 'saml_entity_id needs one of'],
      [{ 'entity-id': ID, 'metadata-url': 'http://id.example/' }, 'must be an https:// URL'],
      [{ 'entity-id': ID, url }, 'certificate'],
      [{ 'entity-id': ID, url, 'certificate-file': join(directory, 'missing.pem') }, 'saml_certificate_file: ENOENT'],
      [{ 'entity-id': ID, url, 'certificate-file': file('empty.pem', '') }, 'has no certificate (PEM)'],
      [
        {
          'entity-id': ID,
          url,
          'certificate-file': file('bad.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'),
        },
        'no key of RSA with 2048 bits',
      ],
      [{ 'entity-id': ID, 'metadata-file': file('other.xml', '<a/>') }, 'has no metadata of the provider'],
      [
        {
          'entity-id': ID,
          url,
          'certificate-file': certificate,
          'signing-key-file': file('other.key', other.key),
          'signing-certificate-file': certificate,
        },
        'has no key (PEM) of saml_signing_certificate_file',
      ],
    ];
    for (const [set, why] of wrong) {
      const { code, stdout, stderr } = await doctor(set);
      expect([set, code === 0, stdout + stderr]).toEqual([set, false, expect.stringContaining(why)]);
    }
  });

  it('[SO56] stoa doctor reads the metadata', async () => {
    const { certificate } = await newSigningKey();
    const base64 = certificate.replace(/-----[^-]+-----|\s/g, '');
    const metadata = (binding: string) =>
      `<!-- a note --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ID}"><md:IDPSSODescriptor><md:KeyDescriptor><KeyInfo><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://id.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
    const found = async (set: Readonly<Record<string, string>>) =>
      (await doctor(set)).stdout.split('\n').find((line) => line.includes('single sign-on'));
    const good = { 'entity-id': ID, 'metadata-file': file('good.xml', metadata('HTTP-Redirect')) };
    expect(await found(good)).toContain('describes itself as an identity provider');
    const bad = { ...good, 'metadata-file': file('bad.xml', metadata('SOAP')) };
    expect(await found(bad)).toContain('the metadata name no address for HTTP-Redirect');
    const served = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(metadata('HTTP-Redirect')) });
    const address = { 'entity-id': ID, 'metadata-url': `http://127.0.0.1:${served.port}/` };
    expect(await found(address)).toContain('"ok"');
    await served.stop(true);
    expect(await found(address)).toContain('"fail"');
  });
});
