// Single sign-on by SAML: browsers that go to the provider and come back, at two organizations.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { type Cast, messageOf, OWNER, signOnReturn, startServer, type TestServer } from '@stoa/testkit';
import {
  assertionOf,
  encoded,
  newSigningKey,
  responseOf,
  type Said,
  type SigningKey,
  samlSettings,
  saying,
  signed,
} from './saml-test-provider.ts';

let key: SigningKey;
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  key = await newSigningKey();
  server = await startServer({ sign_on: samlSettings(key) });
  cast = await server.cast();
});
afterAll(async () => {
  await server.stop();
});

const STALE = 'has expired, or it began in another browser';

interface Asked {
  readonly state: string;
  readonly request_id: string;
  readonly url: URL;
  readonly xml: string;
}

/** A browser that sends cookies as `SameSite=Lax` demands. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly verifier = randomBytes(32).toString('hex');

  constructor(readonly on = server) {}

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('hex');
  }

  async get(address: string): Promise<Response> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(new URL(address, this.on.url), { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text)!;
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async begin(query = `challenge=${this.challenge}`): Promise<Asked> {
    const response = await this.get(`/login/saml?${query}`);
    const url = new URL(response.headers.get('location')!);
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
    return { state: url.searchParams.get('RelayState')!, request_id: / ID="([^"]+)"/.exec(xml)![1]!, url, xml };
  }

  /** From the provider's page, thus without cookies. */
  post(RelayState: string, SAMLResponse: string): Promise<Response> {
    const body = new URLSearchParams({ RelayState, SAMLResponse });
    return fetch(`${this.on.url}/login/saml/acs`, { method: 'POST', redirect: 'manual', body });
  }

  /** The code of a sign-in that worked; or else what the person is told. */
  async return(posted: Response): Promise<{ readonly code: string; readonly told: string }> {
    if (posted.status !== 303) return { code: '', told: await posted.text() };
    const end = await this.get(posted.headers.get('location')!);
    const to = end.headers.get('location');
    return to === null ? { code: '', told: await end.text() } : signOnReturn(this.on.url, to, this.verifier);
  }

  async signIn(said: Partial<Said>): Promise<{ readonly code: string; readonly told: string }> {
    const { state, request_id } = await this.begin();
    return this.return(await this.post(state, sent(request_id, said, this.on)));
  }
}

function sent(request_id: string | null, said: Partial<Said>, on = server): string {
  const all = saying(on.url, request_id, said, on.clock.now());
  return encoded(responseOf(all, signed(assertionOf(all), 'Assertion', key)));
}

const dara = (): Partial<Said> => ({ name_id: 'dara', attributes: { mail: cast.dara.email, verified: 'true' } });

describe('single sign-on by SAML', () => {
  it('[SO49] clients learn of the provider, and administrators what to paste there', async () => {
    const settings = await server.client().getServerSettings();
    expect(settings.authentication_methods).toMatchObject({ saml: true, 'openid connect': false });
    expect(settings.external_authentication_methods).toMatchObject([
      { name: 'saml', display_name: 'Example ID', login_url: '/login/saml', signup_url: '/login/saml' },
    ]);
    const state = await cast.dara.registerQueue({ fetch_event_types: ['realm'] });
    expect(state.realm_authentication_methods).toMatchObject({ SAML: { enabled: true, available: true } });
    const metadata = await fetch(`${server.url}/login/saml/metadata`);
    expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const xml = await metadata.text();
    expect(xml).toContain(`entityID="${server.url}/login/saml/metadata"`);
    expect(xml).toContain(`Location="${server.url}/login/saml/acs"`);
    expect((await fetch(`${server.url}/login/openid/backchannel-logout`, { method: 'POST' })).status).toBe(404);
  });

  it('[SO49] the page leads to the provider with a request, new each time', async () => {
    const browser = new Browser();
    const [one, two] = [await browser.begin(), await browser.begin()];
    expect(one.url.origin + one.url.pathname).toBe('https://id.example/sso');
    expect(one.xml).toContain(`AssertionConsumerServiceURL="${server.url}/login/saml/acs"`);
    expect(one.xml).toContain(`${server.url}/login/saml/metadata</saml:Issuer>`);
    expect(one.xml).not.toContain('ForceAuthn');
    expect([one.state, one.request_id]).not.toEqual([two.state, two.request_id]);
    expect(Buffer.byteLength(one.state)).toBeLessThanOrEqual(80);
    expect(browser.cookies.size).toBe(2);
    expect([...browser.cookies.values()].join()).not.toContain(one.request_id);
  });

  it('[SO49] a person with an account signs in, and again by any address', async () => {
    for (const said of [dara(), { name_id: 'dara', attributes: { mail: 'other@elsewhere.example' } }]) {
      const browser = new Browser();
      const { code, told } = await browser.signIn(said);
      expect(told).toBe('');
      const { verifier } = browser;
      const session = await server.client().createExternalSession({ code, verifier, device_name: 'Browser' });
      expect(session.user_id).toBe(cast.dara.user_id);
      expect(browser.cookies.size).toBe(0);
    }
  });

  it('[SO49] the flow of apps of phones gives the API key', async () => {
    const browser = new Browser();
    const otp = 'ab'.repeat(32);
    const { state, request_id } = await browser.begin(`mobile_flow_otp=${otp}`);
    const posted = await browser.post(state, sent(request_id, dara()));
    const to = (await browser.get(posted.headers.get('location')!)).headers.get('location')!;
    const query = new URL(to).searchParams;
    const password = Buffer.from(otp, 'hex');
    const api_key = Buffer.from(query.get('otp_encrypted_api_key')!, 'hex').map((byte, at) => byte ^ password[at]!);
    const client = server.client(query.get('email')!, Buffer.from(api_key).toString());
    expect((await client.getOwnUser()).user_id).toBe(cast.dara.user_id);
  });

  it('[SO51] a response counts in the browser that asked, for its request, once', async () => {
    const [victim, attacker] = [new Browser(), new Browser()];
    const [asked, other] = [await victim.begin(), await attacker.begin()];
    // Of the attacker's request, in the browser of the victim: with the state of either.
    for (const state of [asked.state, other.state])
      expect((await victim.return(await victim.post(state, sent(other.request_id, dara())))).told).toContain(STALE);
    // What the victim answers, in the browser of the attacker.
    const again = await victim.begin();
    const stolen = await victim.post(again.state, sent(again.request_id, dara()));
    expect((await attacker.return(stolen)).told).toContain(STALE);
    // The same response again, by a browser that keeps its cookies.
    const kept = new Map(victim.cookies);
    const answer = sent(again.request_id, dara());
    expect((await victim.return(await victim.post(again.state, answer))).code).not.toBe('');
    for (const [name, value] of kept) victim.cookies.set(name, value);
    expect((await victim.return(await victim.post(again.state, answer))).told).toContain(STALE);
    for (const [name, value] of kept) victim.cookies.set(name, value);
    expect((await victim.return(await victim.post(again.state, sent(again.request_id, dara())))).told).toContain(STALE);
  });

  it('[SO51] of two that come at the same time, one counts', async () => {
    const browser = new Browser();
    const { state, request_id } = await browser.begin();
    const posted = await Promise.all([1, 2].map(() => browser.post(state, sent(request_id, dara()))));
    const ends = await Promise.all(posted.map((response) => browser.return(response)));
    expect(ends.filter(({ code }) => code !== '')).toHaveLength(1);
  });

  it('[SO51] who did not ask here is refused, and led nowhere', async () => {
    const browser = new Browser();
    const unasked = sent(null, dara());
    for (const state of ['', 'https://evil.example/', '//evil.example', `${'a'.repeat(31)}/`]) {
      const response = await browser.post(state, unasked);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(await response.text()).toContain(STALE);
    }
    const { state } = await browser.begin();
    const posted = await browser.post(state, unasked);
    expect(posted.headers.get('location')).toStartWith('/login/saml/complete?');
    expect((await browser.return(posted)).told).toBe('Signing in with Example ID failed.');
  });

  it('[SO51] the sealed response is of one organization, and of a minute', async () => {
    const browser = new Browser();
    const { state, request_id } = await browser.begin();
    const posted = await browser.post(state, sent(request_id, dara()));
    server.clock.advance(61_000);
    expect((await browser.return(posted)).told).toContain(STALE);
    const forged = await browser.get(`/login/saml/complete?state=${state}&answer=AAAA`);
    expect(await forged.text()).toContain(STALE);
  });

  it('[SO59] whoever asks for the metadata without end keeps nobody from signing in', async () => {
    const browser = new Browser();
    await browser.begin();
    const asked = Array.from({ length: 300 }, () => fetch(`${server.url}/login/saml/metadata`));
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => browser.get(`/login/saml?challenge=${browser.challenge}`)),
    );
    expect(begun.map(({ headers }) => headers.get('location')!.split('?')[0])).toEqual(
      Array(20).fill('https://id.example/sso'),
    );
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('[SO52] a body of ten megabytes is refused', async () => {
    const response = await new Browser().post('a'.repeat(32), 'A'.repeat(10_000_000));
    expect(response.status).toBe(413);
  });

  it('[SO55] an address counts if the provider says that it verified it, or is trusted', async () => {
    const mail = cast.eli.email;
    const eli = { name_id: 'eli' };
    const unverified: Said['attributes'][] = [
      { mail },
      { mail, verified: 'false' },
      { mail, verified: ['true', 'true'] },
    ];
    for (const attributes of unverified)
      expect((await new Browser().signIn({ ...eli, attributes })).told).toContain('does not say that');
    const without: Said['attributes'][] = [
      {},
      { mail: [mail, 'b@c.example'], verified: 'true' },
      { mail: `${'a'.repeat(400)}@stoa.example`, verified: 'true' },
    ];
    for (const attributes of without)
      expect((await new Browser().signIn({ ...eli, attributes })).told).toContain('did not tell your email address');
    expect((await new Browser().signIn({ ...dara(), name_id: 'not dara' })).told).toContain(
      'belongs to another person',
    );
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect((await new Browser().signIn({ ...dara(), name_id_format: transient })).told).toContain('failed');
    const lenient = await startServer({ sign_on: samlSettings(key, { trusts_addresses: true }) });
    const owner = new Browser(lenient);
    const { code } = await owner.signIn({ attributes: { mail: OWNER.email } });
    expect(code).not.toBe('');
    await lenient.stop();
  });

  it('[SO57] a session is confirmed by signed requests that make the provider ask again', async () => {
    const signing = await startServer({ sign_on: samlSettings(key, { signing: key }) });
    const browser = new Browser(signing);
    const { code } = await browser.signIn({ attributes: { mail: OWNER.email, verified: 'true' } });
    const { verifier, challenge } = browser;
    const session = await signing.client().createExternalSession({ code, verifier });
    const client = signing.client(session.email, session.session_key);
    const confirm = async (authenticated_at: number) => {
      const { search } = new URL((await client.confirmExternally({ challenge })).url);
      const { state, request_id, url, xml } = await browser.begin(search.slice(1));
      expect(xml).toContain('ForceAuthn="true"');
      expect(url.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
      expect(url.searchParams.get('Signature')!.length).toBeGreaterThan(300);
      const posted = await browser.post(state, sent(request_id, { authenticated_at }, signing));
      const end = await browser.get(posted.headers.get('location')!);
      const returned = end.headers.get('location')!.split('#confirmed/')[1]!;
      return messageOf(client.finishExternalConfirmation({ code: returned, verifier }));
    };
    expect(await confirm(signing.clock.now() - 60_000)).toBe('Example ID did not ask you again who you are.');
    expect(await confirm(signing.clock.now())).toBeNull();
    await signing.stop();
    const unsigned = await new Browser().signIn(dara());
    expect(unsigned.code).not.toBe('');
    const refused = cast.dara.confirmExternally({ challenge });
    expect(await messageOf(refused)).toBe('Example ID did not ask you again who you are.');
  });
});

describe.skipIf(!process.env.STOA_TEST_DATABASE)('at two nodes', () => {
  it('[SO51] of responses that come to both, one counts', async () => {
    const node = await server.startNode();
    try {
      for (let round = 0; round < 5; round++) {
        const browser = new Browser();
        const { state, request_id } = await browser.begin();
        const posted = await browser.post(state, sent(request_id, dara()));
        const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
        const ends = await Promise.all(
          [server.url, node.app.url, server.url, node.app.url].map((url) =>
            fetch(url + posted.headers.get('location')!, { redirect: 'manual', headers: { cookie } }),
          ),
        );
        const codes = ends.map((end) => end.headers.get('location')!.split('#signed-in/')[1]!);
        expect(codes.filter((code) => /^[0-9a-f]{64}$/.test(code))).toHaveLength(1);
      }
    } finally {
      await node.stop();
    }
  });
});
