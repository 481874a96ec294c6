// The one way out: what may be called, and how long and large an answer may be.
import { afterAll, describe, expect, it } from 'bun:test';
import { Outbound, OutboundError } from './outbound.ts';
import { mayCall, parseRanges } from './outbound-addresses.ts';

let asked = 0;
const neighbour = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    asked += 1;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/slow') await Bun.sleep(5000);
    if (pathname === '/large') return new Response('x'.repeat(Number(searchParams.get('bytes'))));
    if (pathname === '/endless')
      return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) }));
    if (pathname === '/packed')
      return new Response(Bun.gzipSync(Buffer.alloc(5_000_000)), { headers: { 'content-encoding': 'gzip' } });
    if (pathname === '/to') {
      const location = searchParams.get('url')!;
      return new Response(null, { status: Number(searchParams.get('status') ?? 302), headers: { location } });
    }
    return Response.json({
      method: request.method,
      host: request.headers.get('host'),
      authorization: request.headers.get('authorization'),
      type: request.headers.get('content-type'),
      body: await request.text(),
    });
  },
});
afterAll(() => neighbour.stop(true));

const { port } = neighbour;
const home = parseRanges('127.0.0.1');
/** The names of this test; each may have several addresses. */
const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34'],
  'inside.example': ['127.0.0.1'],
  'mixed.example': ['93.184.216.34', '10.0.0.7'],
  'empty.example': [],
};
const resolve = async (host: string) => {
  const found = names[host];
  if (!found) throw new Error(`no such name ${host}`);
  return found;
};
const guarded = new Outbound({ resolve });
const atHome = new Outbound({ resolve, allow: home });

async function reason(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error('it was answered'),
    (thrown: Error) => thrown,
  );
  return error instanceof OutboundError ? error.reason : error.message;
}
const seen = async (call: ReturnType<Outbound['request']>) => JSON.parse((await call).body.toString());

describe('what users point at', () => {
  it('[OB2] only public addresses are called, in whatever clothes', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])
      expect([address, mayCall(address, [])]).toEqual([address, true]);
    for (const address of [
      ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.9', '169.254.169.254', '172.16.0.1'],
      ...['192.0.0.1', '192.0.2.1', '192.168.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
      ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '64:ff9b::7f00:1'],
      ...['2001:db8::1', '2001::1', '2002:7f00:1::', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1'],
      ...['fe80::1%eth0', '8.8.8.8%1', '', 'localhost', '8.8.8.8.8'],
    ])
      expect([address, mayCall(address, [])]).toEqual([address, false]);
  });

  it('[OB2] whatever way the address is written, nothing is sent', async () => {
    const before = asked;
    for (const host of [
      ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '127。0。0。1', '[::1]', '[::ffff:127.0.0.1]'],
      ...['0.0.0.0', '[::]', '169.254.169.254', 'inside.example', 'mixed.example'],
    ])
      expect([host, await reason(guarded.request(`http://${host}:${port}/`))]).toEqual([host, 'refused']);
    expect(asked).toBe(before);
  });

  it('[OB2] the operator may open ranges, and no other', async () => {
    expect(await seen(atHome.request(`http://127.0.0.1:${port}/`))).toMatchObject({ method: 'GET' });
    expect(await reason(atHome.request(`http://127.0.0.2:${port}/`))).toBe('refused');
    expect(mayCall('10.1.2.3', parseRanges('10.0.0.0/8, fd00::/8'))).toBe(true);
    expect(mayCall('::ffff:10.1.2.3', parseRanges('10.0.0.0/8'))).toBe(true);
    expect(mayCall('fd00::7', parseRanges('10.0.0.0/8, fd00::/8'))).toBe(true);
    expect(mayCall('11.1.2.3', parseRanges(''))).toBe(true);
    expect(mayCall('192.168.1.1', parseRanges('10.0.0.0/8'))).toBe(false);
    for (const list of ['10.0.0.0/33', 'localhost', '10.0.0.0/8 fd00::/8'])
      expect(() => parseRanges(list)).toThrow(list);
  });

  it('[OB3] a name is looked up once: what was checked is what is called', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let looked = 0;
    const rebinding = new Outbound({ allow: home, resolve: async () => answers[looked++]! });
    expect(await seen(rebinding.request(`http://rebind.example:${port}/`))).toMatchObject({
      host: `rebind.example:${port}`,
    });
    expect(looked).toBe(1);
    expect(await reason(rebinding.request(`http://rebind.example:${port}/`))).toBe('refused');
  });

  it('[OB1] only http and https, without credentials', async () => {
    for (const url of [
      ...['file:///etc/passwd', 'ftp://public.example/', 'gopher://public.example/', 'javascript:alert(1)', 'data:,x'],
      ...['', 'public.example', 'http://', 'http://me:secret@public.example/', `//127.0.0.1:${port}/`],
    ])
      expect([url, await reason(atHome.request(url))]).toEqual([url, 'refused']);
    expect(await reason(guarded.request('http://nowhere.example/'))).toBe('unreachable');
    expect(await reason(guarded.request('http://empty.example/'))).toBe('unreachable');
  });

  it('[OB5] redirects are answers, or each is checked like the first address', async () => {
    const to = (url: string, status = 302) =>
      `http://127.0.0.1:${port}/to?status=${status}&url=${encodeURIComponent(url)}`;
    const first = await atHome.request(to('/x'));
    expect([first.status, first.headers.location]).toEqual([302, '/x']);
    expect((await atHome.request(to('/x'), { redirects: 1 })).url).toBe(`http://127.0.0.1:${port}/x`);
    for (const url of [`http://127.0.0.2:${port}/`, 'http://169.254.169.254/', 'file:///etc/passwd', 'http://[::1]/'])
      expect([url, await reason(atHome.request(to(url), { redirects: 3 }))]).toEqual([url, 'refused']);
    const circle = to(to('/x'));
    expect((await atHome.request(circle, { redirects: 1 })).status).toBe(302);
  });

  it('[OB5] a redirect takes no secrets to another host, and no body to a GET', async () => {
    const to = `http://127.0.0.1:${port}/to?url=${encodeURIComponent(`http://inside.example:${port}/`)}`;
    const request = {
      method: 'POST',
      body: 'the body',
      headers: { Authorization: 'Basic c2VjcmV0', 'content-type': 'text/plain' },
      redirects: 2,
    } as const;
    expect(await seen(atHome.request(`http://127.0.0.1:${port}/`, request))).toMatchObject({
      method: 'POST',
      body: 'the body',
      authorization: 'Basic c2VjcmV0',
    });
    const plain = { method: 'GET', body: '', authorization: null, type: null };
    expect(await seen(atHome.request(to, request))).toMatchObject(plain);
    expect(await seen(atHome.request(`${to}&status=307`, request))).toMatchObject({
      method: 'POST',
      body: 'the body',
      authorization: null,
    });
  });
});

describe('limits', () => {
  it('[OB4] of time, for the name and for the answer', async () => {
    const started = performance.now();
    expect(await reason(atHome.request(`http://127.0.0.1:${port}/slow`, { timeout_ms: 50 }))).toBe('timeout');
    const never = new Outbound({ resolve: () => new Promise(() => {}) });
    expect(await reason(never.request('http://public.example/', { timeout_ms: 50 }))).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('[OB4] of size, at and above it, however long it goes on; nothing is unpacked', async () => {
    const large = (bytes: number) =>
      atHome.request(`http://127.0.0.1:${port}/large?bytes=${bytes}`, { max_bytes: 1000 });
    expect((await large(1000)).body.length).toBe(1000);
    expect(await reason(large(1001))).toBe('too_large');
    expect(await reason(atHome.request(`http://127.0.0.1:${port}/endless`))).toBe('too_large');
    const packed = await atHome.request(`http://127.0.0.1:${port}/packed`);
    expect(packed.body.length).toBeLessThan(10_000);
  });

  it('[OB6] what the operator configured may lie anywhere, within the same limits', async () => {
    expect((await guarded.requestTrusted(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(await reason(guarded.requestTrusted(`http://127.0.0.1:${port}/slow`, { timeout_ms: 50 }))).toBe('timeout');
    expect(await reason(guarded.requestTrusted(`http://127.0.0.1:${port}/endless`))).toBe('too_large');
    const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
    await closed.stop(true);
    expect(await reason(guarded.requestTrusted(`http://127.0.0.1:${closed.port}/`))).toBe('unreachable');
  });
});
