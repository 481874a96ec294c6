// Single sign-on, with an identity provider that is a real HTTP server and checks what it gets.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import {
  type Cast,
  codeOf,
  FakeIdentityProvider,
  type IdentityClaims,
  messageOf,
  OWNER,
  refusal,
  signOnReturn,
  startServer,
  type TestServer,
} from '@stoa/testkit';
import { codeOfStep, stepAt } from '../../identity/two-factor/totp.rules.ts';

const provider = new FakeIdentityProvider();
const sign_on = provider.settings;

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startServer({ sign_on, failures_expected: false });
  cast = await server.cast();
});
afterEach(() => {
  provider.person = null;
  provider.alter = (claims) => claims;
  provider.misbehave = null;
  provider.signs_wrongly = false;
  provider.says_little = false;
});
afterAll(async () => {
  await server.stop();
  provider.stop();
});

const personOf = (account: { email: string; full_name?: string }, sub: string): IdentityClaims => ({
  sub,
  email: account.email,
  email_verified: true,
  name: account.full_name ?? 'Somebody New',
});

/** A browser: it keeps cookies for this server, and follows redirects until one leaves the web. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly verifier = randomBytes(32).toString('hex');
  headers: Record<string, string> = {};

  constructor(private readonly on = server) {}

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('hex');
  }

  async get(address: string): Promise<Response> {
    const url = new URL(address, this.on.url);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const is_here = url.origin === new URL(this.on.url).origin;
    const response = await fetch(url, { redirect: 'manual', headers: is_here ? { ...this.headers, cookie } : {} });
    if (is_here)
      for (const text of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text)!;
        if (value === '') this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
    return response;
  }

  /** The last response, or the address to which it leads outside of pages. */
  async follow(address: string): Promise<{ readonly response: Response; readonly to: string | null }> {
    let response = await this.get(address);
    for (let left = 5; left > 0; left--) {
      const to = response.headers.get('location');
      if (to === null) return { response, to: null };
      if (to.includes('#') || !/^(http|\/)/.test(to)) return { response, to };
      response = await this.get(to);
    }
    throw new Error('too many redirects');
  }

  /** The code of a sign-in that worked; or else what the person is told. */
  async signIn(query = ''): Promise<{ readonly code: string; readonly told: string; readonly status: number }> {
    const { response, to } = await this.follow(`/login/openid?challenge=${this.challenge}${query}`);
    if (to === null) return { code: '', told: await response.text(), status: response.status };
    const { code, told } = await signOnReturn(this.on.url, to, this.verifier);
    return { code, told, status: code === '' ? 400 : 302 };
  }

  async session(query = '') {
    const { code, told } = await this.signIn(query);
    if (code === '') throw new Error(told);
    return this.on.client().createExternalSession({ code, verifier: this.verifier, device_name: 'Browser' });
  }
}

describe('single sign-on', () => {
  it('[SO1] clients learn of the provider, and apps where to go', async () => {
    const settings = await server.client().getServerSettings();
    expect(settings.authentication_methods['openid connect']).toBe(true);
    expect(settings.external_authentication_methods).toEqual([
      {
        name: 'oidc',
        display_name: 'Example ID',
        display_icon: null,
        login_url: '/login/openid',
        signup_url: '/login/openid',
      },
    ]);
    const state = await cast.dara.registerQueue({ fetch_event_types: ['realm'] });
    expect(state.realm_authentication_methods).toMatchObject({ 'OpenID Connect': { enabled: true, available: true } });
  });

  it('[SO2] the page leads to the provider with state, nonce and PKCE, different each time', async () => {
    const browser = new Browser();
    const first = await browser.get(`/login/openid?challenge=${browser.challenge}`);
    const second = await browser.get(`/login/openid?challenge=${browser.challenge}`);
    expect([first.status, first.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const [a, b] = [first, second].map((response) => new URL(response.headers.get('location')!));
    expect(a!.origin + a!.pathname).toBe(`${provider.issuer}/auth`);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(a!.searchParams.get(name)!.length).toBeGreaterThan(40);
      expect(a!.searchParams.get(name)).not.toBe(b!.searchParams.get(name));
    }
    expect(a!.searchParams.get('redirect_uri')).toBe(`${server.url}/login/openid/complete`);
    const [cookie] = first.headers.getSetCookie();
    expect(cookie).toContain('; Path=/login/openid; Max-Age=600; HttpOnly; SameSite=Lax');
    expect(browser.cookies.size).toBe(2);
    // Nothing that the provider's response must fit can be read in the browser.
    expect(cookie).not.toContain(a!.searchParams.get('nonce')!);
  });

  it('[SO3] a person with an account signs in, and again by any address', async () => {
    provider.person = personOf(cast.dara, 'sub of dara');
    const session = await new Browser().session();
    expect(session).toMatchObject({ email: cast.dara.email, user_id: cast.dara.user_id });
    const client = server.client(session.email, session.session_key);
    expect((await client.getOwnUser()).user_id).toBe(cast.dara.user_id);
    expect((await client.getSessions()).sessions.find(({ is_current }) => is_current)?.device_name).toBe('Browser');
    provider.person = { ...provider.person, email: 'other@elsewhere.example', email_verified: false };
    expect((await new Browser().session()).user_id).toBe(cast.dara.user_id);
  });

  it('[SO3] takes the address from the provider where its tokens have none', async () => {
    provider.says_little = true;
    provider.person = personOf(cast.eli, 'sub of eli');
    expect((await new Browser().session()).user_id).toBe(cast.eli.user_id);
  });

  it('[SO4] a response counts once, in the browser that asked, for ten minutes, here', async () => {
    provider.person = personOf(cast.dara, 'sub of dara');
    const browser = new Browser();
    const begun = await browser.get(`/login/openid?challenge=${browser.challenge}`);
    const back = (await browser.get(begun.headers.get('location')!)).headers.get('location')!;
    const answer = (of: Browser, address = back) => of.get(address);
    expect((await answer(new Browser())).status).toBe(400);
    expect((await answer(browser, back.replace(/state=[^&]+/, 'state=other'))).status).toBe(400);
    const copied = new Browser();
    for (const [name, value] of browser.cookies) copied.cookies.set(name, `${value.slice(0, 90)}xx${value.slice(92)}`);
    expect((await answer(copied)).status).toBe(400);
    const asked = provider.token_requests;
    server.clock.advance(601_000);
    expect((await answer(browser)).status).toBe(400);
    // None of these was worth a question to the provider.
    expect(provider.token_requests).toBe(asked);
    const again = new Browser();
    const { code } = await again.signIn();
    expect(code).not.toBe('');
    expect(again.cookies.size).toBe(0);
  });

  it('[SO5] refuses an address that the provider does not vouch for', async () => {
    for (const email_verified of [false, 'false', undefined, null, 0]) {
      provider.person = { ...personOf(cast.bela, 'sub of bela'), email_verified };
      const { told, status, code } = await new Browser().signIn();
      expect([code, status]).toEqual(['', 400]);
      expect(told).toContain(`Example ID does not say that ${cast.bela.email} is your address.`);
    }
    provider.person = { sub: 'sub of bela' };
    expect((await new Browser().signIn()).told).toContain('Example ID did not tell your email address.');
  });

  it('[SO5] an account belongs to one person of the provider', async () => {
    provider.person = personOf(cast.dara, 'another sub');
    expect((await new Browser().signIn()).told).toContain('belongs to another person of Example ID');
  });

  it('[SO5] neither bots nor made-up addresses are people', async () => {
    for (const email of ['notification-bot@stoa.invalid', `user${cast.dara.user_id}@127.0.0.1`]) {
      provider.person = personOf({ email }, `sub of ${email}`);
      expect((await new Browser().signIn()).code).toBe('');
    }
  });

  it('[SO6] without an account, an invitation is needed, where the organization needs one', async () => {
    await cast.ada.updateRealm({ invite_required: true });
    provider.person = personOf({ email: 'nina@stoa.example', full_name: 'Nina New' }, 'sub of nina');
    expect((await new Browser().signIn()).told).toContain('There is no account with the address nina@stoa.example.');
    const { invite_link } = await cast.ada.createMultiuseInvite({ stream_ids: [], invite_as: 600 });
    const key = /\/join\/([^/]+)/.exec(invite_link)![1]!;
    const session = await new Browser().session(`&invitation=${key}`);
    const own = await server.client(session.email, session.session_key).getOwnUser();
    expect(own).toMatchObject({ full_name: 'Nina New', email: 'nina@stoa.example', role: 600 });
    provider.person = personOf({ email: 'otto@stoa.example' }, 'sub of otto');
    expect((await new Browser().signIn('&invitation=unknown')).code).toBe('');
  });

  it('[SO6] in an open organization everybody becomes a member, with the best name that fits', async () => {
    await cast.ada.updateRealm({ invite_required: false });
    provider.person = { ...personOf({ email: 'quinn@stoa.example' }, 'sub of quinn'), name: 'Quinn **Q** <b>' };
    const session = await new Browser().session();
    const own = await server.client(session.email, session.session_key).getOwnUser();
    expect(own).toMatchObject({ full_name: 'quinn', role: 400 });
    await cast.ada.updateRealm({ emails_restricted_to_domains: true });
    provider.person = personOf({ email: 'rosa@elsewhere.example' }, 'sub of rosa');
    expect((await new Browser().signIn()).code).toBe('');
    await cast.ada.updateRealm({ emails_restricted_to_domains: false, invite_required: true });
  });

  it('[SO7] a deactivated account stays closed', async () => {
    const { user_id } = await cast.ada.createUser({
      email: 'uma@stoa.example',
      full_name: 'Uma',
      password: 'uma knows some words',
    });
    provider.person = personOf({ email: 'uma@stoa.example' }, 'sub of uma');
    const browser = new Browser();
    const { code } = await browser.signIn();
    await cast.ada.deactivateUser({ user_id });
    const { verifier } = browser;
    const refused = await codeOf(server.client().createExternalSession({ code, verifier }));
    expect(refused).toBe('USER_DEACTIVATED');
    expect((await new Browser().signIn()).told).toContain('Account is deactivated');
  });

  it('[SO8] a code works once, within a minute, in the browser that asked', async () => {
    provider.person = personOf(cast.dara, 'sub of dara');
    const client = server.client();
    const exchange = (code: string, { verifier }: { verifier: string }) =>
      codeOf(client.createExternalSession({ code, verifier }));
    const browser = new Browser();
    const { code } = await browser.signIn();
    expect(await exchange(code, new Browser())).toBe('BAD_REQUEST');
    expect(await exchange(`${code.slice(0, -4)}0000`, browser)).toBe('BAD_REQUEST');
    expect(await exchange(code, browser)).toBeNull();
    expect(await exchange(code, browser)).toBe('BAD_REQUEST');
    const late = await browser.signIn();
    server.clock.advance(61_000);
    expect(await exchange(late.code, browser)).toBe('BAD_REQUEST');
    for (const bad of ['x', 'A'.repeat(64), ''])
      expect((await new Browser().get(`/login/openid?challenge=${bad}`)).status).toBe(400);
    expect((await new Browser().get('/login/openid')).headers.get('location')).toBe('/');
  });

  it('[SO9] apps get the API key, encrypted with the password that they sent', async () => {
    provider.person = personOf(cast.dara, 'sub of dara');
    const otp = randomBytes(32).toString('hex');
    const { to } = await new Browser().follow(`/login/openid?mobile_flow_otp=${otp}`);
    const { protocol, host, searchParams } = new URL(to!);
    expect([protocol, host]).toEqual(['zulip:', 'login']);
    expect(searchParams.get('realm')).toBe(server.url);
    expect(searchParams.get('email')).toBe(cast.dara.email);
    expect(searchParams.get('user_id')).toBe(String(cast.dara.user_id));
    const encrypted = Buffer.from(searchParams.get('otp_encrypted_api_key')!, 'hex');
    const key = Buffer.from(encrypted.map((byte, at) => byte ^ Buffer.from(otp, 'hex')[at]!)).toString();
    expect(key).toBe(cast.dara.api_key);
    for (const bad of ['', 'abc', `${otp}0`, 'g'.repeat(64)])
      expect((await new Browser().get(`/login/openid?mobile_flow_otp=${bad}`)).status).toBe(400);
  });

  it('[TF52] apps get no key that would be refused, and are told why', async () => {
    const { ada, dara } = cast;
    provider.person = personOf(dara, 'sub of dara');
    const { setup, secret } = await ada.beginTwoFactor();
    await ada.confirmTwoFactor({ setup, code: codeOfStep(secret, stepAt(server.clock.now())) });
    await ada.updateRealm({ require_two_factor: 'everybody' });
    const path = `/login/openid?mobile_flow_otp=${'0b'.repeat(32)}`;
    const { response, to } = await new Browser().follow(path);
    expect([to, response.status]).toEqual([null, 403]);
    expect(await response.text()).toContain('Your organization requires two-factor sign-in.');
    await ada.updateRealm({ require_two_factor: 'nobody' });
    expect((await new Browser().follow(path)).to).toStartWith('zulip://login');
  });

  it('[SO800] a new account has the language of the page, the browser or the provider, in this order', async () => {
    const eager = await startServer({ sign_on: { ...sign_on, creates_accounts: true } });
    let made = 0;
    const languageOf = async (query: string, headers: Record<string, string>, claims: Record<string, unknown>) => {
      made += 1;
      const email = `language${made}@stoa.example`;
      provider.person = { ...personOf({ email }, `sub of language ${made}`), ...claims };
      const browser = new Browser(eager);
      browser.headers = headers;
      const { email: own, session_key } = await browser.session(query);
      const { user_settings } = await eager.client(own, session_key).registerQueue({
        fetch_event_types: ['user_settings'],
      });
      return user_settings!.default_language;
    };
    const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' };
    expect(await languageOf('&language=de', spanish, { locale: 'fr' })).toBe('de');
    expect(await languageOf('', spanish, { locale: 'fr' })).toBe('es');
    expect(await languageOf('&language=klingon', {}, { locale: 'fr_CH' })).toBe('fr');
    expect(await languageOf('', {}, { locale: 7 })).toBe('en');
    await eager.stop();
  });

  it('[SO10] refuses tokens of others, for others, too old, and with another nonce', async () => {
    provider.person = personOf(cast.dara, 'sub of dara');
    const past = Math.floor(Date.now() / 1000) - 3600;
    const alterations: Record<string, (claims: Record<string, unknown>) => Record<string, unknown>> = {
      issuer: (claims) => ({ ...claims, iss: 'https://elsewhere.example' }),
      audience: (claims) => ({ ...claims, aud: 'another client' }),
      age: (claims) => ({ ...claims, iat: past, exp: past + 60 }),
      nonce: (claims) => ({ ...claims, nonce: 'another' }),
      nobody: ({ sub: _, ...claims }) => claims,
    };
    for (const alter of Object.values(alterations)) {
      provider.alter = alter;
      expect((await new Browser().signIn()).told).toContain('Signing in with Example ID failed.');
    }
    provider.alter = (claims) => claims;
    provider.signs_wrongly = true;
    expect((await new Browser().signIn()).told).toContain('Signing in with Example ID failed.');
  });

  it('[SO11] says why it did not work, and is there again with the provider', async () => {
    expect((await new Browser().signIn()).told).toContain('You did not sign in at Example ID.');
    provider.person = personOf(cast.dara, 'sub of dara');
    const answers: Record<string, () => Response> = {
      html: () => new Response('<h1>Down</h1>', { status: 502 }),
      huge: () => new Response('x'.repeat(3_000_000)),
      empty: () => new Response(null, { status: 204 }),
    };
    for (const answer of Object.values(answers)) {
      provider.misbehave = (path) => (path === '/token' ? answer() : null);
      const { status, told } = await new Browser().signIn();
      expect(status).toBe(400);
      expect(told).toContain('Example ID');
    }
    provider.misbehave = null;
    expect((await new Browser().session()).user_id).toBe(cast.dara.user_id);
  });

  it('[SO47] a refusal returns to the client that began, and says there what it is', async () => {
    const browser = new Browser();
    const address = async () => (await browser.follow(`/login/openid?challenge=${browser.challenge}`)).to ?? '';
    const redeem = (at: string, on = server) =>
      on.client().createExternalSession({ code: at.split('#signed-in/')[1]!, verifier: browser.verifier });
    const cancelled = await address();
    expect(browser.cookies.size).toBe(0);
    expect((await refusal(redeem(cancelled))).fields).toMatchObject({
      reason: 'sign_on_cancelled',
      params: { provider: 'Example ID' },
    });
    provider.person = personOf({ email: 'zoe@stoa.example' }, 'sub of zoe');
    const unknown = await address();
    expect((await refusal(redeem(unknown))).fields).toMatchObject({
      reason: 'sign_on_no_account',
      params: { email: 'zoe@stoa.example' },
    });
    // Neither another text nor another organization's refusal, and not for ever.
    const forged = `${unknown.slice(0, -8)}AAAAAAAA`;
    expect((await refusal(redeem(forged))).fields).toMatchObject({ reason: 'sign_on_stale' });
    const other = await startServer({ sign_on });
    expect((await refusal(redeem(unknown, other))).fields).toMatchObject({ reason: 'sign_on_stale' });
    await other.stop();
    server.clock.advance(61_000);
    expect((await refusal(redeem(unknown))).fields).toMatchObject({ reason: 'sign_on_stale' });
  });

  it('[SO48] a refusal is told to the client that began, and to nobody who has its address', async () => {
    provider.person = personOf({ email: 'zoe@stoa.example' }, 'sub of zoe');
    const [browser, other] = [new Browser(), new Browser()];
    const { to } = await browser.follow(`/login/openid?challenge=${browser.challenge}`);
    const code = to!.split('#signed-in/')[1]!;
    const reasonFor = async ({ verifier }: Browser) =>
      (await refusal(server.client().createExternalSession({ code, verifier }))).fields;
    expect(await reasonFor(other)).toMatchObject({ reason: 'sign_on_stale' });
    expect(JSON.stringify(await reasonFor(other))).not.toContain('zoe');
    expect(await reasonFor(browser)).toMatchObject({ reason: 'sign_on_no_account' });
  });

  it('[SO47] apps of phones, and whoever comes without the cookie, get a page', async () => {
    const browser = new Browser();
    const app = await browser.follow(`/login/openid?mobile_flow_otp=${'0a'.repeat(32)}`);
    expect([app.to, app.response.status]).toEqual([null, 400]);
    expect(await app.response.text()).toContain('You did not sign in at Example ID.');
    const { response } = await browser.follow('/login/openid/complete?state=x&error=access_denied');
    expect(await response.text()).toContain('has expired, or it began in another browser');
  });

  it('[SO12] who signs out at the provider is signed out here, and nobody else', async () => {
    provider.person = { ...personOf(cast.dara, 'sub of dara'), sid: 'session 1' };
    const first = await new Browser().session();
    provider.person = { ...personOf(cast.dara, 'sub of dara'), sid: 'session 2' };
    const second = await new Browser().session();
    const works = ({ email, session_key }: { email: string; session_key: string }) =>
      server
        .client(email, session_key)
        .getOwnUser()
        .then(
          () => true,
          () => false,
        );
    const logOut = (logout_token: string) =>
      fetch(`${server.url}/login/openid/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token }),
      });
    const bad = [
      'nonsense',
      provider.logoutToken({ sub: 'sub of dara', nonce: 'n' }),
      provider.logoutToken({ sub: 'sub of dara', aud: 'another client' }),
      provider.logoutToken({ sub: 'sub of dara', iss: 'https://elsewhere.example' }),
      provider.logoutToken({ sub: 'sub of dara', events: {} }),
      provider.logoutToken({ sub: 'sub of dara', iat: Math.floor(Date.now() / 1000) - 3600 }),
      provider.logoutToken({}),
    ];
    provider.signs_wrongly = true;
    bad.push(provider.logoutToken({ sub: 'sub of dara' }));
    provider.signs_wrongly = false;
    for (const token of bad) expect((await logOut(token)).status).toBe(400);
    expect([await works(first), await works(second)]).toEqual([true, true]);
    expect((await logOut(provider.logoutToken({ sub: 'sub of dara', sid: 'session 1' }))).status).toBe(200);
    expect([await works(first), await works(second)]).toEqual([false, true]);
    // Also who has not fetched the session yet.
    const late = new Browser();
    const { code } = await late.signIn();
    expect((await logOut(provider.logoutToken({ sub: 'sub of dara' }))).status).toBe(200);
    expect(await works(second)).toBe(false);
    expect(await codeOf(server.client().createExternalSession({ code, verifier: late.verifier }))).toBe('BAD_REQUEST');
    expect((await cast.dara.getOwnUser()).user_id).toBe(cast.dara.user_id);
  });

  it('[SO10] who signed in at the provider long ago has proven nothing just now', async () => {
    const now = Math.floor(Date.now() / 1000);
    provider.person = { ...personOf(cast.dara, 'sub of dara'), auth_time: now - 16 * 60 };
    const { email, session_key } = await new Browser().session();
    const client = server.client(email, session_key);
    expect(await codeOf(client.createBot({ full_name: 'Early', short_name: 'early' }))).toBe('PASSWORD_NEEDED');
    expect((await client.getOwnUser()).user_id).toBe(cast.dara.user_id);
  });

  it('[SO13] a session is confirmed by the provider asking again, for its own account only', async () => {
    provider.person = personOf(cast.dara, 'sub of dara');
    const session = await new Browser().session();
    const client = server.client(session.email, session.session_key);
    server.clock.advance(16 * 60_000);
    expect(await codeOf(client.createBot({ full_name: 'Later', short_name: 'later' }))).toBe('PASSWORD_NEEDED');
    const asking = new Browser();
    const { url } = await client.confirmExternally({ challenge: asking.challenge });
    const answer = async () => (await new Browser().follow(url)).to!.split('#confirmed/')[1]!;
    const refused = async () =>
      messageOf(client.finishExternalConfirmation({ code: await answer(), verifier: asking.verifier }));
    provider.person = personOf(cast.eli, 'sub of eli');
    expect(await refused()).toContain('At Example ID you are somebody else.');
    provider.person = personOf(cast.dara, 'sub of dara');
    // A silent response is none: the provider must have asked since.
    const claims_without: Record<string, typeof provider.alter> = {
      'a time': ({ auth_time: _, ...claims }) => claims,
      'a present time': (claims) => ({ ...claims, auth_time: Number(claims.auth_time) - 5 }),
    };
    for (const alter of Object.values(claims_without)) {
      provider.alter = alter;
      expect(await refused()).toContain('Example ID did not ask you again who you are.');
    }
    provider.alter = (claims) => claims;
    const code = await answer();
    expect(provider.visits.at(-1)!.get('prompt')).toBe('login');
    // The address may have been sent to somebody: what it led to is of use only to who asked, in that session.
    const finish = (by: typeof client, { verifier }: Browser) =>
      codeOf(by.finishExternalConfirmation({ code, verifier }));
    expect(await finish(client, new Browser())).toBe('BAD_REQUEST');
    expect(await codeOf(client.createExternalSession({ code, verifier: asking.verifier }))).toBe('BAD_REQUEST');
    const again = await answer();
    const finishAgain = (by: typeof client) =>
      codeOf(by.finishExternalConfirmation({ code: again, verifier: asking.verifier }));
    expect(await finishAgain(cast.dara)).toBe('BAD_REQUEST');
    const { verifier } = asking;
    expect(await codeOf(client.finishExternalConfirmation({ code: await answer(), verifier }))).toBeNull();
    expect((await client.createBot({ full_name: 'Later', short_name: 'later' })).user_id).toBeGreaterThan(0);
    // An account without a password, which gets another key by a session that was confirmed just now.
    provider.person = personOf({ email: 'nina@stoa.example' }, 'sub of nina');
    const nina = await new Browser().session();
    const hers = server.client(nina.email, nina.session_key);
    const other = await hers.regenerateOwnApiKey();
    expect((await server.client(nina.email, other.api_key).getOwnUser()).user_id).toBe(nina.user_id);
    server.clock.advance(16 * 60_000);
    expect(await codeOf(hers.regenerateOwnApiKey())).toBe('PASSWORD_NEEDED');
    expect(await codeOf(hers.updateSettings({ email: 'nina@elsewhere.example' }))).toBe('PASSWORD_NEEDED');
    // With an API key, or without ever having signed in so, there is nothing to confirm.
    expect(await codeOf(cast.dara.confirmExternally({ challenge: asking.challenge }))).toBe('BAD_REQUEST');
    expect(await codeOf(cast.bela.confirmExternally({ challenge: asking.challenge }))).toBe('BAD_REQUEST');
  });
});

describe('other servers', () => {
  it('[SO1] without a provider there are no pages, and calls are refused', async () => {
    const plain = await startServer();
    const client = plain.client();
    expect((await client.getServerSettings()).external_authentication_methods).toEqual([]);
    expect((await fetch(`${plain.url}/login/openid?challenge=${'a'.repeat(64)}`)).status).toBe(404);
    expect(await codeOf(client.createExternalSession({ code: 'x', verifier: 'v'.repeat(32) }))).toBe('BAD_REQUEST');
    await plain.stop();
  });

  it('[SO6] an operator may let everybody in whom the provider lets in, without a verified address', async () => {
    const lenient = await startServer({ sign_on: { ...sign_on, creates_accounts: true, trusts_addresses: true } });
    await lenient.owner.updateRealm({ invite_required: true });
    const { email_verified: _, ...claims } = personOf({ email: 'vera@stoa.example', full_name: 'Vera' }, 'sub of vera');
    provider.person = claims;
    const session = await new Browser(lenient).session();
    expect((await lenient.client(session.email, session.session_key).getOwnUser()).full_name).toBe('Vera');
    // Where it says that it did not check, it is believed.
    provider.person = { ...personOf({ email: 'wim@stoa.example' }, 'sub of wim'), email_verified: false };
    expect((await new Browser(lenient).signIn()).code).toBe('');
    await lenient.stop();
  });

  it('[SO17] an operator may end passwords: neither signing in nor choosing one', async () => {
    const only = await startServer({ sign_on: { ...sign_on, only: true }, smtp_url: 'smtp://127.0.0.1:1' });
    const { owner, url } = only;
    const client = only.client();
    const settings = await client.getServerSettings();
    expect(settings).toMatchObject({ email_auth_enabled: false, authentication_methods: { password: false } });
    const state = await owner.registerQueue({ fetch_event_types: ['realm'] });
    expect(state).toMatchObject({ realm_password_auth_enabled: false, realm_email_auth_enabled: false });
    expect(state.realm_authentication_methods).toMatchObject({ Email: { enabled: false, available: false } });
    const known = { username: OWNER.email, password: OWNER.password };
    expect(await codeOf(client.createSession(known))).toBe('PASSWORD_AUTH_DISABLED');
    expect(await codeOf(client.fetchApiKey(known))).toBe('PASSWORD_AUTH_DISABLED');
    const passwords = { old_password: OWNER.password, new_password: 'another one of several words' };
    expect(await messageOf(owner.updateSettings(passwords))).toBe('Nobody signs in by a password here.');
    expect(await messageOf(owner.createPasswordResetLink({ user_id: owner.user_id }))).toContain('password here');
    await owner.updateRealm({ invite_required: false });
    const { invite_link } = await owner.createMultiuseInvite({ stream_ids: [], invite_as: 400 });
    const forms = [
      ['/forgot-password/', { email: OWNER.email }],
      [
        new URL(invite_link).pathname,
        { email: 'new@stoa.example', full_name: 'New', password: 'several words of one' },
      ],
    ] as const;
    for (const [path, fields] of forms) {
      const init = { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(fields) };
      expect(await (await fetch(url + path, init)).json()).toMatchObject({ reason: 'passwords_off' });
    }
    provider.person = personOf(OWNER, 'sub of ada');
    const { user_id, email, session_key } = await new Browser(only).session();
    expect(user_id).toBe(owner.user_id);
    // The password that the account had is asked for no longer.
    const { api_key } = await only.client(email, session_key).regenerateOwnApiKey();
    expect((await only.client(email, api_key).getOwnUser()).user_id).toBe(user_id);
    await only.stop();
  });

  it('[SO18] refused responses count for their address, and a slow provider is asked a bounded number of times', async () => {
    const rate_limits = { user: null, ip: { requests: 5, period_ms: 60_000 }, login: null, mail: null };
    const limited = await startServer({ sign_on, rate_limits });
    provider.person = personOf(OWNER, 'sub of ada');
    for (let n = 0; n < 8; n++) expect((await new Browser(limited).signIn()).code).not.toBe('');
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++)
      statuses.push((await new Browser(limited).get('/login/openid/complete?state=x')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    // Nothing is done for such an address, not even what would work.
    const { visits } = provider;
    const visited = visits.length;
    expect([(await new Browser(limited).signIn()).status, visits.length - visited]).toEqual([429, 0]);
    await limited.stop();
    const slow = await startServer({ sign_on });
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.misbehave = (path) => (path === '/token' ? promise.then(() => new Response(null, { status: 503 })) : null);
    const before = provider.token_requests;
    const sign_ins = Array.from({ length: 120 }, () => new Browser(slow).signIn());
    // A hundred wait at the provider; the others are refused meanwhile.
    let refused = 0;
    for (const sign_in of sign_ins) void sign_in.then(() => ++refused === 20 && resolve());
    const answers = await Promise.all(sign_ins);
    expect(provider.token_requests - before).toBe(0);
    expect(answers.filter(({ told }) => told.includes('cannot be reached')).length).toBe(20);
    await slow.stop();
  });

  it('[SO14] a server starts, and says so, while the provider cannot be reached', async () => {
    const lost = await startServer({ sign_on: { ...sign_on, issuer: 'http://127.0.0.1:1/realms/none' } });
    const { status, told } = await new Browser(lost).signIn();
    expect([status, told.includes('Example ID cannot be reached now.')]).toEqual([400, true]);
    await lost.stop();
  });
});
