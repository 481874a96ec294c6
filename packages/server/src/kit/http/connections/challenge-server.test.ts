// Port 80, and the exchange of a certificate while requests are under way.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { selfSigned } from '../../tls/self-signed.ts';
import type { DispatchServices } from '../handling.ts';
import { RequestGuard } from '../observers/request-guard.ts';
import { listen } from '../server.ts';
import { listenForChallenges } from './challenge-server.ts';

describe('[TL3] the port of the challenges', () => {
  const options = {
    host: '127.0.0.1',
    port: 0,
    hosts: ['chat.stoa.example'],
    challenges: new Map([['token', 'answer']]),
  };
  let server: ReturnType<typeof listenForChallenges>;
  beforeAll(() => {
    server = listenForChallenges({ ...options, https_port: 8443 });
  });
  afterAll(() => server.stop());
  const ask = (path: string, host: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { ...init, headers: { host }, redirect: 'manual' });

  it('answers a challenge at any name, and no other token', async () => {
    const answer = await ask('/.well-known/acme-challenge/token', 'anything.example');
    expect([answer.status, await answer.text()]).toEqual([200, 'answer']);
    for (const token of ['other', '', 'token/', '..%2ftoken', 'constructor'])
      expect([token, (await ask(`/.well-known/acme-challenge/${token}`, 'chat.stoa.example')).status]).toEqual([
        token,
        404,
      ]);
  });

  it('redirects to HTTPS: from the standard port to the standard port, from another to the one of the server', async () => {
    for (const [host, location] of [
      ['chat.stoa.example', 'https://chat.stoa.example/a/b?c=%20d'],
      ['CHAT.stoa.example:8080', 'https://chat.stoa.example:8443/a/b?c=%20d'],
    ] as const)
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask('/a/b?c=%20d', host, { method });
        expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
      }
  });

  it('refuses other names and methods', async () => {
    for (const host of ['evil.example', '127.0.0.1', 'chat.stoa.example.evil.example'])
      expect([host, (await ask('/', host)).status]).toEqual([host, 404]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect([method, (await ask('/', 'chat.stoa.example', { method })).status]).toEqual([method, 403]);
  });

  it('that is in use stops the start in a sentence', () => {
    expect(() => listenForChallenges({ ...options, port: server.port, https_port: 443 })).toThrow(
      `can't listen on 127.0.0.1:${server.port}: the port is in use`,
    );
  });
});

it('[TL4] [TL7] another certificate takes over while a request is under way, which is answered', async () => {
  const DAY_MS = 24 * 60 * 60_000;
  const host = 'localhost';
  const [first, second] = [
    await selfSigned([host], Date.now(), DAY_MS),
    await selfSigned([host], Date.now(), 2 * DAY_MS),
  ];
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const services = { report() {}, trusted_proxies: [] } as unknown as DispatchServices;
  const isServedByHttps = async () => false;
  const server = listen({
    host: '127.0.0.1',
    port: 0,
    tls: { certificate: first, host },
    api: new Map([['/api/v1/quick', () => new Response('quick')]]),
    pages: new Map([
      [
        '/slow',
        async () => {
          arrived.resolve();
          await released.promise;
          return new Response('slow');
        },
      ],
    ]),
    services,
    guard: new RequestGuard({ loopback_only: false, trusted_proxies: [], serves_https: true, isServedByHttps }),
  });
  const certificateServed = async () => {
    const socket = connect({ host: '127.0.0.1', port: server.port, servername: host, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { valid_to } = socket.getPeerCertificate();
    socket.destroy();
    return Math.round((Date.parse(valid_to) - Date.now()) / DAY_MS);
  };
  try {
    expect(server.url).toBe(`https://localhost:${server.port}`);
    expect(await certificateServed()).toBe(1);
    const slow = fetch(`${server.url}/slow`, { tls: { ca: first.chain } });
    await arrived.promise;
    await server.useCertificate(second);
    expect(await certificateServed()).toBe(2);
    const quick = await fetch(`${server.url}/api/v1/quick`, { tls: { ca: second.chain }, keepalive: false });
    expect([await quick.text(), quick.headers.get('strict-transport-security')]).toEqual(['quick', 'max-age=31536000']);
    released.resolve();
    const answer = await slow;
    expect([await answer.text(), answer.headers.get('strict-transport-security')]).toEqual([
      'slow',
      'max-age=31536000',
    ]);
  } finally {
    released.resolve();
    await server.stop(1000);
  }
}, 30_000);
