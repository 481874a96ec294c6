// Browsers that begin sign-ins again and again, and people whose password is no proof any more.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { FakeIdentityProvider, IDENTITY_CLIENT, messageOf, OWNER, startServer, type TestServer } from '@stoa/testkit';

const provider = new FakeIdentityProvider();
const sign_on = {
  kind: 'openid' as const,
  issuer: provider.issuer,
  ...IDENTITY_CLIENT,
  name: 'Example ID',
  only: true,
  creates_accounts: false,
  trusts_addresses: false,
};

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ sign_on });
});
afterAll(async () => {
  await server.stop();
  provider.stop();
});

it('[SO45] a password confirms no session where nobody signs in by one', async () => {
  const confirmed = server.owner.confirmSession({ password: OWNER.password });
  expect(await messageOf(confirmed)).toBe('Nobody signs in by a password here.');
});

it('[SO46] sign-ins that were given up are forgotten, the oldest first', async () => {
  const kept = new Map<string, string>([['other', 'cookie']]);
  const begun: string[] = [];
  for (let n = 0; n < 12; n++) {
    const cookie = [...kept].map((pair) => pair.join('=')).join('; ');
    const address = `${server.url}/login/openid?challenge=${'a'.repeat(64)}`;
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text)!;
      expect(text).toContain('; Path=/login/openid; ');
      if (value === '') kept.delete(name);
      else {
        kept.set(name, value);
        begun.push(name);
      }
    }
  }
  expect([...kept.keys()]).toEqual(['other', ...begun.slice(-5)]);
});

it('[SO46] what fits into no cookie is refused at once', async () => {
  const begin = (invitation: string) =>
    fetch(`${server.url}/login/openid?challenge=${'a'.repeat(64)}&invitation=${invitation}`, { redirect: 'manual' });
  expect([(await begin('i'.repeat(201))).status, (await begin('i'.repeat(200))).status]).toEqual([400, 302]);
});
