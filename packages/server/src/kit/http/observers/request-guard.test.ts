// Checks that every request passes first, through HTTP.
import { describe, expect, it, setDefaultTimeout } from 'bun:test';
import { basic, rawRequest, serveTests, startServer } from '@stoa/testkit';
import { parseRanges } from '../../outbound/outbound-addresses.ts';
import { isLoopbackHost } from './request-guard.ts';

setDefaultTimeout(30_000);

const HTTPS_HOST = 'secure.stoa.example';
const { server, cast } = await serveTests();

const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers, redirect: 'manual' });
const from = (site: string, mode = 'no-cors', dest = 'empty') => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
});

describe('[HT30] another site', () => {
  const message = () => ({
    method: 'POST',
    body: new URLSearchParams({ type: 'direct', to: `[${cast.eli.user_id}]`, content: 'not by me' }),
  });

  it('can’t make a browser write anything, whatever credentials it adds', async () => {
    const { dara, eli } = cast;
    const newest = async () => (await eli.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })).messages;
    const before = await newest();
    for (const site of ['cross-site', 'same-site'])
      for (const [mode, dest] of [
        ['navigate', 'document'],
        ['no-cors', 'empty'],
        ['cors', 'empty'],
        ['navigate', 'iframe'],
      ]) {
        const headers = { ...basic(dara), ...from(site, mode, dest) };
        const { status, body } = await rawRequest(`${server.url}/api/v1/messages`, { ...message(), headers });
        expect([site, mode, status, body.code]).toEqual([site, mode, 400, 'BAD_REQUEST']);
      }
    for (const [method, path] of [
      ['POST', '/api/v1/fetch_api_key'],
      ['POST', '/api/v1/sessions'],
      ['POST', '/setup'],
      ['POST', '/forgot-password/'],
      ['PATCH', '/api/v1/settings'],
      ['DELETE', '/api/v1/users/me'],
      ['POST', '/api/v1/sessions?x=/api/v1/external/'],
      ['POST', '/api/v1/tus'],
      ['POST', '/api/v1/user_uploads'],
    ] as const)
      for (const credentials of [{}, basic(dara)]) {
        const answer = await send(path, { ...credentials, ...from('cross-site', 'cors') }, { method });
        expect([method, path, answer.status]).toEqual([method, path, 400]);
        expect(await answer.text()).toContain('from another site');
      }
    expect(await newest()).toEqual(before);
  });

  it('can’t read with a browser’s credentials, but may link', async () => {
    const path = '/api/v1/users/me';
    const credentials = basic(cast.dara);
    for (const [mode, dest] of [
      ['no-cors', 'image'],
      ['no-cors', 'script'],
      ['cors', 'empty'],
      ['navigate', 'iframe'],
      ['navigate', 'embed'],
    ])
      expect([mode, dest, (await send(path, { ...credentials, ...from('cross-site', mode, dest) })).status]).toEqual([
        mode,
        dest,
        400,
      ]);
    expect((await send(path, { ...credentials, ...from('cross-site', 'navigate', 'document') })).status).toBe(200);
    for (const open of ['/', '/api/v1/server_settings', '/static/logo.svg', '/health'])
      expect([open, (await send(open, from('cross-site', 'no-cors', 'image'))).status]).not.toEqual([open, 400]);
  });

  it('does not mean typed addresses, this site itself, or programs', async () => {
    const programs: Record<string, string>[] = [{}, { 'sec-fetch-mode': 'cors' }];
    for (const headers of [...programs, from('none', 'navigate', 'document'), from('same-origin', 'cors')]) {
      const answer = await send('/api/v1/messages', { ...basic(cast.dara), ...headers }, message());
      expect([headers, answer.status]).toEqual([headers, 200]);
    }
    // The key in the URL is the service's own.
    const hook = await send('/api/v1/external/json?api_key=x', from('cross-site'), { method: 'POST', body: '{}' });
    expect(hook.status).toBe(401);
  });
});

describe('[HT31] HTTPS', () => {
  it('is required permanently of browsers that used it, and of no other client', async () => {
    const proxied = await startServer({ trusted_proxies: parseRanges('127.0.0.0/8, ::1') });
    const header = async (path: string, headers: Record<string, string>, at = proxied) =>
      (await fetch(`${at.url}${path}`, { headers })).headers.get('strict-transport-security');
    const demanded = 'max-age=31536000';
    for (const path of [
      '/',
      '/health',
      '/forgot-password/',
      '/api/v1/server_settings',
      '/api/v1/users/me',
      '/api//v1/users/me',
      '/nothing',
    ]) {
      if (path !== '/nothing')
        expect([path, await header(path, { 'x-forwarded-proto': 'https' })]).toEqual([path, demanded]);
      for (const proto of ['http', '', 'http, https', 'httpsx'])
        expect([path, proto, await header(path, { 'x-forwarded-proto': proto })]).toEqual([path, proto, null]);
      // This peer is not a trusted proxy.
      expect([path, await header(path, { 'x-forwarded-proto': 'https' }, server)]).toEqual([path, null]);
    }
    await proxied.stop();
    await server.organization(HTTPS_HOST, 'https:');
    expect(await header('/', { host: HTTPS_HOST }, server)).toBe(demanded);
    expect(await header('/forgot-password/', { host: HTTPS_HOST }, server)).toBe(demanded);
  });
});

describe('[HT32] a development server', () => {
  it('recognizes loopback names by their form', () => {
    for (const host of [
      'localhost',
      'LOCALHOST:8100',
      'a.localhost',
      '127.0.0.1:1',
      '127.9.9.9',
      '[::1]:8100',
      'localhost.',
      '[::ffff:127.0.0.1]',
    ])
      expect([host, isLoopbackHost(host)]).toEqual([host, true]);
    for (const host of [
      ...[
        '',
        'evil.example',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        '192.168.0.7:8100',
        '[fe80::1]',
        '0.0.0.0',
      ],
      ...[
        '127.0.0.1@evil.example',
        'evil.example#localhost',
        'evil.example/localhost',
        'notlocalhost',
        'a b',
        '[::]',
        'x:y:z',
      ],
    ])
      expect([host, isLoopbackHost(host)]).toEqual([host, false]);
  });

  it('answers only at loopback names', async () => {
    const dev = await startServer({ dev: true, loopback_only: true });
    const ask = (host: string, path: string, init: RequestInit = {}) =>
      fetch(`${dev.url}${path}`, { ...init, headers: { host } });
    const key = { method: 'POST', body: new URLSearchParams({ username: dev.owner.email }) };
    for (const host of [
      'rebound.example',
      '192.168.0.7:8100',
      'localhost.evil.example',
      `127.0.0.1.nip.example:${new URL(dev.url).port}`,
    ])
      for (const path of [
        '/',
        '/health',
        '/entrance',
        '/nothing',
        '/api/v1/server_settings',
        '/api/docs',
        '/static/logo.svg',
      ]) {
        const answer = await ask(host, path);
        expect([host, path, answer.status]).toEqual([host, path, 400]);
        expect(await answer.text()).toContain('loopback');
      }
    expect((await ask('rebound.example', '/api/v1/dev_fetch_api_key', key)).status).toBe(400);
    expect((await ask(`localhost:${new URL(dev.url).port}`, '/api/v1/dev_fetch_api_key', key)).status).toBe(200);
    await dev.stop();
  });
});
