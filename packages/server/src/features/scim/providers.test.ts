// The requests that Okta and Entra ID send, in their order and notation, and what else a PATCH may look like.
import { describe, expect, it } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@stoa/contract';
import { FakeIdentityProvider, scimClient, serveTests, signOnReturn, startServer } from '@stoa/testkit';

const { server, cast } = await serveTests();
const scim = await scimClient(server);

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const nameOf = async (id: string) => (await cast.ada.getUser({ user_id: Number(id) as UserId })).user.full_name;

let made = 0;
async function create(more: object = {}) {
  const { status, body } = await scim.post('/Users', { userName: `person${++made}@scim.example`, ...more });
  expect([status, body.detail]).toEqual([201, undefined]);
  return body;
}

it('[SI10] serves Okta', async () => {
  // The test suite that Okta has new integrations pass.
  const first = (await scim.get('/Users?count=1&startIndex=1')).body;
  expect(first).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], itemsPerPage: 1 });
  expect((await scim.get(`/Users/${first.Resources[0].id}`)).body).toEqual(first.Resources[0]);
  expect((await scim.find('Users', 'userName eq "abcdefgh@atko.com"')).body).toMatchObject({ totalResults: 0 });
  const missing = await scim.get('/Users/010101001010101011001010101011');
  expect(missing.status).toBe(404);
  expect(missing.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' });
  const user = {
    schemas: [CORE],
    userName: 'Runscope300.Jane@Atko.com',
    name: { givenName: 'Runscope300', familyName: 'Jane' },
    emails: [{ primary: true, value: 'Runscope300.Jane@Atko.com', type: 'work' }],
    displayName: 'Runscope300 Jane',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const created = await scim.post('/Users', user);
  expect(created).toMatchObject({ status: 201, body: { active: true, userName: user.userName, name: user.name } });
  expect((await scim.get(`/Users/${created.body.id}`)).body).toEqual(created.body);
  expect((await scim.post('/Users', user)).status).toBe(409);
  const found = await scim.find('Users', `userName eq "${user.userName.toLowerCase()}"`);
  expect(found.body.Resources).toEqual([created.body]);
  const changed = { ...created.body, name: { givenName: 'Another', familyName: 'Jane' }, displayName: 'Another Jane' };
  expect((await scim.put(`/Users/${created.body.id}`, changed)).body).toMatchObject({ displayName: 'Another Jane' });
  const off = await scim.patch(`/Users/${created.body.id}`, { op: 'replace', value: { active: false } });
  expect(off).toMatchObject({ status: 200, body: { active: false } });
  const on = await scim.put(`/Users/${created.body.id}`, { ...changed, active: true });
  expect(on.body).toMatchObject({ active: true, displayName: 'Another Jane' });
});

it('[SI10] serves Entra ID', async () => {
  const probe = 'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"';
  expect((await scim.find('Users', probe)).body).toMatchObject({ totalResults: 0, Resources: [] });
  const created = await scim.post('/Users', {
    schemas: [CORE, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee@testuser.example',
    active: true,
    displayName: 'lennay',
    emails: [{ primary: true, type: 'work', value: 'Test_User_11bb11bb@testuser.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    [ENTERPRISE]: { department: 'bob' },
  });
  expect(created).toMatchObject({ status: 201, body: { displayName: 'lennay' } });
  const { id } = created.body;
  expect((await scim.find('Users', probe)).body.Resources).toHaveLength(1);
  const patched = await scim.patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.example' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Add', path: 'addresses[type eq "work"].country', value: 'NO' },
    { op: 'Replace', path: `${ENTERPRISE}:manager`, value: 'x' },
  );
  expect(patched).toMatchObject({
    status: 200,
    body: { name: { givenName: 'givenName', familyName: 'updatedFamilyName' } },
  });
  // Where displayName is another name than the parts together, it stays.
  expect(patched.body).toMatchObject({ displayName: 'lennay', userName: created.body.userName });
  const renamed = await scim.patch(`/Users/${id}`, {
    op: 'Replace',
    path: 'userName',
    value: '5b50642d@testuser.example',
  });
  expect(renamed.body).toMatchObject({
    userName: '5b50642d@testuser.example',
    emails: [{ value: '5b50642d@testuser.example' }],
  });
  const off = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
  expect(off.body.active).toBe(false);
  expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
  expect((await scim.find('Users', `userName eq "5b50642d@testuser.example"`)).body.Resources[0].active).toBe(false);
});

describe('operations', () => {
  it('[SI10] take values without a path, paths with the schema, and names in any case', async () => {
    const { id } = await create({ displayName: 'First' });
    const patch = async (...operations: unknown[]) => (await scim.patch(`/Users/${id}`, ...operations)).body;
    expect(await patch({ OP: 'ADD', value: { 'name.givenName': 'Anna', 'name.familyName': 'Berg' } })).toMatchObject({
      name: { givenName: 'Anna', familyName: 'Berg' },
    });
    expect(await patch({ op: 'replace', path: `${CORE}:displayName`, value: 'Second' })).toMatchObject({
      displayName: 'Second',
    });
    expect(await patch({ op: 'replace', value: { [`${CORE}:DISPLAYNAME`]: 'Third', active: 'TRUE' } })).toMatchObject({
      displayName: 'Third',
    });
    expect(await patch({ op: 'replace', path: 'name', value: { formatted: 'Fourth' } })).toMatchObject({
      displayName: 'Fourth',
    });
    expect(await patch({ op: 'add', path: 'externalId', value: 'x1' })).toMatchObject({ externalId: 'x1' });
    expect((await patch({ op: 'Remove', path: 'externalId' })).externalId).toBeUndefined();
    expect(await patch({ op: 'replace', path: '', value: { displayName: 'Fifth' } })).toMatchObject({
      displayName: 'Fifth',
    });
    const body = { operations: [{ op: 'replace', path: 'displayName', value: 'Sixth' }] };
    const plain = await scim.call('PATCH', `/Users/${id}`, body, 'application/json; charset=utf-8');
    expect(plain.body.displayName).toBe('Sixth');
  });

  it('[SI10] all apply or none', async () => {
    const { id, userName } = await create({ displayName: 'Whole' });
    const answer = await scim.patch(
      `/Users/${id}`,
      { op: 'replace', path: 'displayName', value: 'Half' },
      { op: 'replace', path: 'userName', value: cast.dara.email },
    );
    expect(answer.status).toBe(409);
    expect((await scim.get(`/Users/${id}`)).body).toMatchObject({ displayName: 'Whole', userName });
  });

  it('[SI10] are refused that say nothing clear', async () => {
    const { id } = await create();
    const cases: [operation: unknown, scim_type: string][] = [
      [{ op: 'move', path: 'active', value: true }, 'invalidSyntax'],
      ['replace', 'invalidSyntax'],
      [{ op: 'replace', path: 5, value: true }, 'invalidPath'],
      [{ op: 'replace', path: 'name..x', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
      [{ op: 'replace', path: 'active', value: null }, 'invalidValue'],
      [{ op: 'replace', value: 'x' }, 'invalidValue'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'remove', path: 'userName' }, 'mutability'],
      [{ op: 'remove', path: 'active' }, 'mutability'],
    ];
    for (const [operation, scim_type] of cases) {
      const { status, body } = await scim.patch(`/Users/${id}`, operation);
      expect([operation, status, body.scimType]).toEqual([operation, 400, scim_type]);
    }
    expect((await scim.call('PATCH', `/Users/${id}`, { schemas: [] })).body.scimType).toBe('invalidSyntax');
  });
});

describe('names', () => {
  it('[SI7] follow displayName, or else the formatted name, or else its parts', async () => {
    const names: [more: object, full_name: string][] = [
      [{ displayName: 'By display', name: { formatted: 'No', givenName: 'No' } }, 'By display'],
      [{ name: { formatted: 'By form', givenName: 'No' } }, 'By form'],
      [{ name: { givenName: 'Anna Maria', familyName: 'von Berg' } }, 'Anna Maria von Berg'],
      [{ displayName: '', name: { familyName: 'Only' } }, 'Only'],
      [{ displayName: 'Jane "JD" Doe | Acme' }, 'Jane JD Doe Acme'],
      [{ displayName: '@@' }, `person${made + 6}`],
    ];
    for (const [more, full_name] of names) expect(await nameOf((await create(more)).id)).toBe(full_name);
  });

  it('[SI7] keep their parts, and change with one of them', async () => {
    const { id, name } = await create({ name: { givenName: 'Anna Maria', familyName: 'von Berg' } });
    expect(name).toEqual({ formatted: 'Anna Maria von Berg', givenName: 'Anna Maria', familyName: 'von Berg' });
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'name.familyName', value: 'del Monte' });
    expect(await nameOf(id)).toBe('Anna Maria del Monte');
    const old = await scim.patch(`/Users/${cast.eli.user_id}`, {
      op: 'add',
      path: 'name.familyName',
      value: 'Married',
    });
    expect(old.body.name).toEqual({ formatted: 'Eli Married', givenName: 'Eli', familyName: 'Married' });
  });

  it('[SI7] stay where the account may not have another', async () => {
    await cast.ada.updateRealm({ require_unique_names: true });
    const one = await create({ displayName: 'Same Name' });
    const two = await create({ displayName: 'Same Name' });
    expect(await nameOf(two.id)).toBe(`Same Name (person${made})`);
    const put = await scim.put(`/Users/${two.id}`, {
      userName: two.userName,
      displayName: one.displayName,
      active: true,
    });
    expect(put).toMatchObject({ status: 200, body: { displayName: two.displayName } });
    const off = await scim.put(`/Users/${two.id}`, { displayName: one.displayName, active: false });
    expect(off.body.active).toBe(false);
    await cast.ada.updateRealm({ require_unique_names: false });
  });
});

it('[SI16] single sign-on connects the account by the address', async () => {
  const provider = new FakeIdentityProvider();
  const signing_on = await startServer({ sign_on: provider.settings });
  try {
    const client = await scimClient(signing_on);
    const { body } = await client.post('/Users', { userName: 'Zoe@Scim.example', displayName: 'Zoe' });
    provider.person = {
      sub: 'sub of zoe',
      email: 'zoe@scim.example',
      email_verified: true,
      name: 'Zoe of the provider',
    };
    const verifier = randomBytes(32).toString('hex');
    const challenge = createHash('sha256').update(verifier).digest('hex');
    const begun = await fetch(`${signing_on.url}/login/openid?challenge=${challenge}`, { redirect: 'manual' });
    const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
    const asked = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
    const ended = await fetch(asked.headers.get('location')!, { redirect: 'manual', headers: { cookie } });
    const code = ended.headers.get('location')!.split('#signed-in/')[1]!;
    const session = await signing_on.client().createExternalSession({ code, verifier, device_name: 'Browser' });
    expect(session.user_id).toBe(Number(body.id) as UserId);
    expect((await client.delete(`/Users/${body.id}`)).status).toBe(204);
    const again = await fetch(`${signing_on.url}/login/openid?challenge=${challenge}`, { redirect: 'manual' });
    const back = await fetch(again.headers.get('location')!, { redirect: 'manual' });
    const refused = await fetch(back.headers.get('location')!, {
      redirect: 'manual',
      headers: { cookie: again.headers.getSetCookie()[0]!.split(';')[0]! },
    });
    const { told } = await signOnReturn(signing_on.url, refused.headers.get('location'), verifier);
    expect(told).toContain('deactivated');
  } finally {
    await signing_on.stop();
    provider.stop();
  }
});
