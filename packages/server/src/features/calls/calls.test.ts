// Video calls, with each service as a real HTTP server that checks its requests.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test';
import { CALL_SECRETS, type Cast, FakeCallServices, startServer, type TestServer, verifyEvents } from '@stoa/testkit';
import type { CallSettings } from './call-settings.ts';

const services = new FakeCallServices();
const { zoom, nextcloud, big_blue_button } = CALL_SECRETS;
const app = { url: services.url, api_url: services.url, client_id: zoom.client_id, client_secret: zoom.client_secret };
const personal: CallSettings = {
  jitsi_server_url: null,
  big_blue_button: { url: `${services.url}/bigbluebutton/`, secret: big_blue_button },
  nextcloud: { url: services.url, ...nextcloud },
  zoom: { ...app, account_id: null },
};

let server: TestServer;
let account: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startServer({ calls: personal });
  account = await startServer({ calls: { ...personal, zoom: { ...app, account_id: zoom.account_id } } });
  cast = await server.cast();
});
afterEach(() => {
  services.misbehave = null;
  services.requests.length = 0;
  services.expires_in = 3600;
});
afterAll(async () => {
  await server.stop();
  await account.stop();
  services.stop();
});

const basic = ({ email, api_key }: { email: string; api_key: string }) => ({
  authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
});
const at = (path: string, init: RequestInit = {}, on = server) =>
  fetch(`${on.url}${path}`, { redirect: 'manual', ...init });

/** Unexpected responses of services, each with a body that would do harm if trusted. */
const HOSTILE: Record<string, () => Response | Promise<Response>> = {
  huge: () => new Response('x'.repeat(1_000_000)),
  redirect: () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }),
  'no JSON': () => new Response('<html>'),
  nothing: () => new Response(null, { status: 204 }),
  failure: () => Response.json({ message: 'secret words of the service' }, { status: 500 }),
  'wrong types': () =>
    Response.json({
      ocs: { data: { token: ['x'] } },
      join_url: { a: 1 },
      access_token: 7,
      refresh_token: [],
      code: '124',
    }),
  'a dangerous address': () =>
    Response.json({
      ocs: { data: { token: '../../x' } },
      join_url: 'javascript:alert(1)',
      access_token: 'a\r\nb',
      refresh_token: 'r',
    }),
  null: () => Response.json(null),
};

describe('providers', () => {
  it('[VC1] register lists the configured ones, and an organization chooses among them', async () => {
    const fetch_event_types = ['realm', 'video_calls'];
    const state = await cast.dara.registerQueue({ fetch_event_types });
    expect(state.realm_available_video_chat_providers).toEqual({
      disabled: { id: 0, name: 'None' },
      jitsi_meet: { id: 1, name: 'Jitsi Meet' },
      zoom: { id: 3, name: 'Zoom' },
      big_blue_button: { id: 4, name: 'BigBlueButton' },
      nextcloud_talk: { id: 7, name: 'Nextcloud Talk' },
    });
    expect(state).toMatchObject({ server_jitsi_server_url: null, has_zoom_token: false });
    const other = await (await account.cast()).dara.registerQueue({ fetch_event_types });
    expect(Object.keys(other.realm_available_video_chat_providers!)).toContain('zoom_server_to_server');
    expect(Object.keys(other.realm_available_video_chat_providers!)).not.toContain('zoom');
    for (const video_chat_provider of [3, 4, 7, 0] as const)
      await verifyEvents(cast.dara, () => cast.ada.updateRealm({ video_chat_provider }));
    await expect(cast.ada.updateRealm({ video_chat_provider: 5 })).rejects.toMatchObject({
      status: 400,
      message: 'Invalid video_chat_provider 5',
    });
  });
});

describe('BigBlueButton', () => {
  const make = async (voice_only = false) =>
    (await cast.dara.createBigBlueButtonCall({ meeting_name: 'Pumps & fans', voice_only })).url;

  it('[VC3] returns a URL that cannot be forged', async () => {
    const url = await make();
    expect(url).toStartWith('/calls/bigbluebutton/join?bigbluebutton=');
    expect(services.requests).toEqual([]);
    const [text, mac] = url.split('=')[1]!.split('.');
    for (const forged of ['', 'x', `${text}.`, `${text}x.${mac}`, `${text}.${mac}.x`, `${text}.${mac!.slice(1)}`])
      expect(
        (await at(`/calls/bigbluebutton/join?bigbluebutton=${forged}`, { headers: basic(cast.dara) })).status,
      ).toBe(404);
    expect((await at(url, { headers: basic((await account.cast()).dara) }, account)).status).toBe(404);
  });

  it('[VC4] creates the meeting when somebody joins, with the creator as moderator', async () => {
    const url = await make(true);
    const joined = async (init: RequestInit) => {
      const response = await at(url, init);
      expect(response.status).toBe(303);
      return new URL(response.headers.get('location')!);
    };
    const own = await joined({ headers: basic(cast.dara) });
    expect(own.href).toStartWith(`${services.url}/bigbluebutton/api/join?`);
    expect(Object.fromEntries(own.searchParams)).toMatchObject({
      role: 'MODERATOR',
      fullName: 'Dara Member',
      createTime: '1712345678901',
    });
    // The service accepts the signature of the join URL.
    expect(await (await fetch(own)).text()).toContain('SUCCESS');
    const [request] = services.requestsTo('/bigbluebutton/api/create');
    expect(Object.fromEntries(new URLSearchParams(request))).toMatchObject({
      meetingID: own.searchParams.get('meetingID')!,
      name: 'Pumps & fans',
      lockSettingsDisableCam: 'true',
    });
    expect((await joined({ headers: basic(cast.finn) })).searchParams.get('role')).toBe('VIEWER');
    const page = await at(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Pumps &amp; fans')]);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${services.url};`);
    const visitor = await joined({ method: 'POST', body: new URLSearchParams({ name: ' <Visitor>\u0000 ' }) });
    expect(visitor.searchParams.get('role')).toBe('VIEWER');
    expect(visitor.searchParams.get('fullName')).toStartWith('<Visitor>');
  });

  it('[VC7] trusts no response', async () => {
    const url = await make();
    for (const [kind, answer] of Object.entries(HOSTILE)) {
      services.misbehave = answer;
      const response = await at(url, { headers: basic(cast.dara) });
      const { code, msg } = (await response.json()) as { code: string; msg: string };
      expect([kind, response.status, code]).toEqual([kind, 400, 'BAD_REQUEST']);
      expect(msg).toMatch(
        /^(Error connecting to the BigBlueButton server|BigBlueButton server returned an unexpected error)\.$/,
      );
    }
    services.misbehave = () => new Response('<returncode>FAILED</returncode><messageKey>checksumError</messageKey>');
    expect(await (await at(url, { headers: basic(cast.dara) })).json()).toMatchObject({
      msg: 'Error authenticating to the BigBlueButton server.',
    });
  });
});

it('[VC5] Nextcloud Talk creates a public room by name', async () => {
  expect(await cast.finn.createNextcloudTalkCall({ room_name: 'Pumps' })).toMatchObject({
    url: `${services.url}/index.php/call/abc2def`,
  });
  expect(services.requests.map(({ body }) => JSON.parse(body))).toEqual([{ roomType: 3, roomName: 'Pumps' }]);
  for (const [kind, answer] of Object.entries(HOSTILE)) {
    services.misbehave = answer;
    const made = cast.finn.createNextcloudTalkCall({ room_name: kind });
    await expect(made).rejects.toMatchObject({ status: 400, message: 'Failed to create Nextcloud Talk call' });
  }
});

describe('Zoom', () => {
  it('[VC6] with an account app creates a meeting of the person with that address', async () => {
    const { dara, finn } = await account.cast();
    services.zoom_users.add(dara.email);
    const { url } = await dara.createZoomCall({ is_video_call: false });
    expect(url).toBe(`https://zoom.example/j/123?of=${encodeURIComponent(dara.email)}`);
    const [request] = services.requestsTo(`/v2/users/${encodeURIComponent(dara.email)}/meetings`);
    expect(JSON.parse(request!)).toEqual({ settings: { host_video: false, participant_video: false } });
    await expect(finn.createZoomCall()).rejects.toMatchObject({ status: 400, code: 'UNKNOWN_ZOOM_USER' });
    for (const [kind, answer] of Object.entries(HOSTILE)) {
      services.misbehave = (path) => (path === '/oauth/token' && kind !== 'null' ? null : answer());
      await expect(dara.createZoomCall()).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
      services.misbehave = (path) => (path === '/oauth/token' ? answer() : null);
      await expect(dara.createZoomCall()).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    }
    expect((await at('/calls/zoom/register', { headers: basic(dara) }, account)).status).toBe(400);
  });

  const register = async (who = cast.dara) => {
    const response = await at('/calls/zoom/register', { headers: basic(who) });
    expect(response.status).toBe(302);
    const to = new URL(response.headers.get('location')!);
    const [cookie = ''] = response.headers.get('set-cookie')!.split(';');
    return { to, state: to.searchParams.get('state')!, cookie };
  };
  const complete = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    at(`/calls/zoom/complete?${new URLSearchParams(query)}`, { headers });

  it('[VC8] with personal accounts is connected by a round trip in the same browser', async () => {
    const { dara, finn } = cast;
    await expect(dara.createZoomCall()).rejects.toMatchObject({ status: 400, code: 'INVALID_ZOOM_TOKEN' });
    expect((await at('/calls/zoom/register')).status).toBe(401);
    const { to, state, cookie } = await register();
    expect(to.href).toStartWith(`${services.url}/oauth/authorize?response_type=code&client_id=zoom+app&`);
    expect(to.searchParams.get('redirect_uri')).toEndWith('/calls/zoom/complete');
    services.zoom_codes.add('code');
    const code = 'code';
    // Refused without the cookie, with another browser's, as another person, and with another state.
    const other = await register(finn);
    expect((await complete({ code, state })).status).toBe(400);
    expect((await complete({ code, state }, { cookie: other.cookie })).status).toBe(400);
    expect((await complete({ code, state }, basic(finn))).status).toBe(400);
    expect((await complete({ code, state: `${state}x` }, { cookie })).status).toBe(400);
    expect((await complete({ code: 'wrong', state }, { cookie })).status).toBe(400);
    expect(services.zoom_codes.size).toBe(1);
    const { events } = await verifyEvents(dara, async () => {
      const page = await complete({ code, state }, { cookie });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Connected to Zoom')]);
    });
    expect(events[0]).toMatchObject([{ type: 'has_zoom_token', value: true }]);
    expect(await dara.createZoomCall()).toMatchObject({ url: 'https://zoom.example/j/123?of=me' });
    const response = await at('/api/v1/calls/zoom/register', { headers: basic(dara) });
    expect(await response.json()).toMatchObject({
      result: 'success',
      url: expect.stringContaining('/oauth/authorize?'),
    });
    expect((await at('/calls/zoom/deauthorize', { method: 'POST', body: '{}' })).status).toBe(200);
  });

  it('[VC8] accepts a state for ten minutes', async () => {
    const { state, cookie } = await register();
    services.zoom_codes.add('late');
    server.clock.advance(600_001);
    expect((await complete({ code: 'late', state }, { cookie })).status).toBe(400);
  });

  it('[VC8] renews a token once, and forgets it when Zoom refuses it', async () => {
    const { finn } = cast;
    services.expires_in = 30;
    const { state } = await register(finn);
    services.zoom_codes.add('second');
    expect((await complete({ code: 'second', state }, basic(finn))).status).toBe(200);
    services.expires_in = 3600;
    const made = await Promise.all([finn.createZoomCall(), finn.createZoomCall(), finn.createZoomCall()]);
    expect(made).toHaveLength(3);
    expect(services.requestsTo('/oauth/token').filter((body) => body.includes('refresh_token'))).toHaveLength(1);
    for (const answer of Object.values(HOSTILE)) {
      services.misbehave = answer;
      await expect(finn.createZoomCall()).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    }
    services.misbehave = null;
    expect(await finn.createZoomCall()).toMatchObject({ url: expect.any(String) });
    services.zoom_tokens.clear();
    const { events } = await verifyEvents(finn, async () => {
      await expect(finn.createZoomCall()).rejects.toMatchObject({ code: 'INVALID_ZOOM_TOKEN' });
    });
    expect(events[0]).toMatchObject([{ type: 'has_zoom_token', value: false }]);
  });
});

it('[VC2] every service that is not configured is refused in the documented way', async () => {
  const plain = await startServer();
  try {
    const { ada } = await plain.cast();
    for (const [message, call] of [
      ['BigBlueButton is not configured.', () => ada.createBigBlueButtonCall({ meeting_name: 'x' })],
      ['Zoom credentials have not been configured', () => ada.createZoomCall()],
      ['Nextcloud Talk is not configured.', () => ada.createNextcloudTalkCall({ room_name: 'x' })],
    ] as const)
      await expect(call()).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST', message });
    for (const path of ['/calls/zoom/register', '/calls/zoom/complete', '/calls/bigbluebutton/join'])
      expect((await at(path, { headers: basic(ada) }, plain)).status).toBe(400);
  } finally {
    await plain.stop();
  }
});
