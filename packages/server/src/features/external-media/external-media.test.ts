// External pictures, from a test site.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { type Cast, samplePicture, startServer, type TestServer } from '@stoa/testkit';
import { type Server, serve } from 'bun';
import { mediaPath, signedAddress } from '../../conversation/messages/media-addresses.rules.ts';
import { unreadResponses } from '../../kit/http/callers/held-bytes.ts';
import { serve as respond } from './external-media.routes.ts';

const FILM = Buffer.from('0123456789'.repeat(100));

describe('external pictures', () => {
  let server: TestServer;
  let cast: Cast;
  let site: Server<undefined>;
  const requests = new Map<string, number>();

  beforeAll(async () => {
    server = await startServer({ outbound_allow: '127.0.0.1' });
    cast = await server.cast();
    const picture = Buffer.from(await samplePicture().arrayBuffer());
    const answers: Record<string, () => Response> = {
      '/a.png': () => new Response(picture, { headers: { 'content-type': 'image/jpeg' } }),
      '/q.png': () => new Response(picture, { headers: { 'content-type': 'image/png' } }),
      '/page.png': () => new Response('<script>1</script>', { headers: { 'content-type': 'text/html' } }),
      '/lie.png': () => new Response('<script>1</script>', { headers: { 'content-type': 'image/png' } }),
      '/svg.png': () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
      '/big.png': () =>
        new Response(Buffer.concat([picture, Buffer.alloc(9 * 1024 * 1024)]), {
          headers: { 'content-type': 'image/png' },
        }),
      '/film.mp4': () => new Response(FILM, { headers: { 'content-type': 'video/mp4; codecs=x' } }),
      '/inside.png': () => Response.redirect('http://10.1.2.3/x.png'),
    };
    site = serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname, search } = new URL(request.url);
        requests.set(pathname + search, (requests.get(pathname + search) ?? 0) + 1);
        return answers[pathname]?.() ?? new Response(null, { status: 404 });
      },
    });
  });

  afterAll(async () => {
    await site.stop(true);
    await server.stop();
  });

  const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;

  async function sourceOf(content: string): Promise<string> {
    const { rendered } = await cast.ada.renderMessage({ content });
    return /<(?:img|video) [^>]*src="([^"]*)"/.exec(rendered)?.[1] ?? '';
  }
  const get = async (content: string, headers: Record<string, string> = {}) =>
    fetch(server.url + (await sourceOf(content)), { headers });

  it('[XM1] are shown through the server, by signed URLs', async () => {
    const source = await sourceOf(at('/a.png'));
    expect(source).toMatch(/^\/external_content\/[0-9a-f]{40}\/[0-9a-f]+$/);
    const forged = source.replace(/[0-9a-f]{40}/, (digest) =>
      digest.replace(/./, (digit) => (digit === '0' ? '1' : '0')),
    );
    expect((await fetch(server.url + forged)).status).toBe(404);
    expect((await fetch(`${server.url}/external_content/x`)).status).toBe(404);
    const path = mediaPath('one', at('/a.png'))!;
    expect(signedAddress('one', path.slice('/external_content/'.length))).toBe(at('/a.png'));
    expect(signedAddress('other', path.slice('/external_content/'.length))).toBeNull();
    expect(mediaPath('one', `https://a.example/${'x'.repeat(2000)}.png`)).toBeNull();
  });

  it('[XM3] have their detected type and headers that keep them harmless', async () => {
    const response = await get(at('/a.png'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(await samplePicture().arrayBuffer()));
  });

  it('[XM3] only pictures and videos are proxied', async () => {
    for (const path of ['/page.png', '/lie.png', '/svg.png', '/missing.png'])
      expect({ path, status: (await get(at(path))).status }).toEqual({ path, status: 404 });
  });

  it('[XM4] too large media and private addresses are refused', async () => {
    for (const url of [at('/big.png'), at('/inside.png'), 'http://10.1.2.3/x.png', 'http://localhost/x.png'])
      expect({ url, status: (await get(url)).status }).toEqual({ url, status: 404 });
  });

  it('[XM5] are fetched once, also after a failure, and videos in parts', async () => {
    for (const path of ['/q.png?a=1&amp;b=2', '/missing.png']) {
      await get(at(path));
      await get(at(path));
    }
    expect(requests.get('/q.png?a=1&b=2')).toBe(1);
    expect(requests.get('/missing.png')).toBe(1);
    const part = await get(at('/film.mp4'), { range: 'bytes=5-9' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '56789',
      `bytes 5-9/${FILM.length}`,
    ]);
    expect((await get(at('/film.mp4'), { range: 'bytes=2000-' })).status).toBe(416);
  });

  it('[XM2] are shown as links if the organization wants no previews', async () => {
    await cast.ada.updateRealm({ inline_image_preview: false });
    expect(await sourceOf(at('/a.png'))).toBe('');
    await cast.ada.updateRealm({ inline_image_preview: true });
    expect(await sourceOf(at('/a.png'))).not.toBe('');
  });
});

it('[XM800] a medium counts whole for the address until what was asked of it is taken', async () => {
  const unread = unreadResponses(150_000);
  const medium = { content_type: 'video/mp4', body: new Uint8Array(100_000).fill(7) };
  const lease = { medium, release() {}, whenNeeded() {} };
  const ask = (limit_key: string, headers: Record<string, string> = {}) =>
    respond(lease, { limit_key, request: new Request('http://x/', { headers }) }, unread);
  const reader = ask('192.0.2.1', { range: 'bytes=10-19' }).body!.getReader();
  expect((await reader.read()).value).toEqual(new Uint8Array(10).fill(7));
  expect(() => ask('192.0.2.1')).toThrow('Too many large responses at once');
  expect((await ask('192.0.2.2').arrayBuffer()).byteLength).toBe(100_000);
  await reader.read();
  expect((await ask('192.0.2.1').arrayBuffer()).byteLength).toBe(100_000);
});
