// Outgoing requests: which addresses may be called, and how long and large a response may be.
import { afterAll, describe, expect, it } from 'bun:test';
import { Outbound, OutboundError } from './outbound.ts';
import { mayCall, parseRanges } from './outbound-addresses.ts';

let requests = 0;
const neighbour = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    requests += 1;
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
/** DNS of this test; a name may have several addresses. */
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

describe('addresses chosen by users', () => {
  it('[OB2] allows global unicast addresses only, by class', () => {
    const classes: Record<string, { allowed?: string[]; refused?: string[] }> = {
      'global IPv4': { allowed: ['8.8.8.8', '93.184.216.34', '1.0.0.1', '223.255.255.254', '100.63.255.255'] },
      'this network': { refused: ['0.0.0.0', '0.255.255.255'] },
      private: { refused: ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'] },
      'next to private': { allowed: ['9.255.255.255', '11.0.0.0', '172.15.0.1', '172.32.0.1', '192.169.0.1'] },
      'shared by providers': { refused: ['100.64.0.1', '100.127.255.255'] },
      loopback: { refused: ['127.0.0.1', '127.255.0.9', '::1'] },
      'link-local': { refused: ['169.254.169.254', 'fe80::1', 'febf::1'] },
      'protocols and documentation': {
        refused: ['192.0.0.1', '192.0.0.9', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
      },
      '6to4 relays and tests': { refused: ['192.88.99.1', '198.18.0.1', '198.19.255.255'] },
      'multicast, reserved, broadcast': { refused: ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'] },
      'global IPv6': { allowed: ['2606:4700::1111', '2a00:1450::1', '2003::1', '3ffe::1'] },
      'unspecified and compatible': { refused: ['::', '::127.0.0.1', '::7f00:1', '::8.8.8.8'] },
      'mapped, which is the address inside': {
        allowed: ['::ffff:8.8.8.8', '::ffff:808:808', '0:0:0:0:0:ffff:8.8.8.8'],
        refused: [
          '::ffff:127.0.0.1',
          '::ffff:7f00:1',
          '::ffff:169.254.169.254',
          '0:0:0:0:0:ffff:10.0.0.1',
          '::FFFF:A00:1',
        ],
      },
      'translated (SIIT, NAT64)': {
        refused: ['::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:ffff::a00:1'],
      },
      '6to4': { refused: ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'] },
      'Teredo, benchmarking, ORCHID': { refused: ['2001::1', '2001:0:1::', '2001:2::1', '2001:10::1', '2001:20::1'] },
      ISATAP: { refused: ['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:a00:1', '2a00::5efe:10.0.0.1'] },
      'documentation, discard, segment routing': { refused: ['2001:db8::1', '3fff::1', '100::1', '5f00::1'] },
      'unique local, site-local, multicast': { refused: ['fc00::1', 'fd12::1', 'fec0::1', 'ff02::1', 'ff0e::1'] },
      'not given to anybody': { refused: ['1::1', '4000::1', '8000::1', 'c000::1', 'fe00::1', 'fbff::1'] },
      zones: { refused: ['fe80::1%eth0', '2606:4700::1111%eth0', '8.8.8.8%1'] },
      'other notations': {
        refused: ['0177.0.0.1', '010.8.8.8', '0x8.8.8.8', '134744072', '8.8.2056', '[2606:4700::1111]'],
      },
      'no address': { refused: ['', 'localhost', '8.8.8.8.8', '8.8.8.8 ', '8.8.8.8\0', ':::1'] },
    };
    for (const [name, { allowed = [], refused = [] }] of Object.entries(classes)) {
      expect([name, allowed.filter((address) => !mayCall(address, []))]).toEqual([name, []]);
      expect([name, refused.filter((address) => mayCall(address, []))]).toEqual([name, []]);
    }
  });

  it('[OB2] sends nothing to a refused address, in every notation', async () => {
    const before = requests;
    for (const host of [
      ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '127。0。0。1', '[::1]', '[::ffff:127.0.0.1]'],
      ...['0.0.0.0', '[::]', '169.254.169.254', 'inside.example', 'mixed.example', 'INSIDE.example'],
      ...['[::ffff:7f00:1]', '[::7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::1%25lo]', '0', '0x7f000001'],
      ...['017700000001', '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.0.0.1', '[0:0:0:0:0:0:0:1]'],
    ])
      expect([host, await reason(guarded.request(`http://${host}:${port}/`))]).toEqual([host, 'refused']);
    expect(requests).toBe(before);
  });

  it('[OB2] the operator may allow ranges, and only those are allowed', async () => {
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

  it('[OB3] resolves a name once: the checked address is the one called', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let looked = 0;
    const rebinding = new Outbound({ allow: home, resolve: async () => answers[looked++]! });
    expect(await seen(rebinding.request(`http://rebind.example:${port}/`))).toMatchObject({
      host: `rebind.example:${port}`,
    });
    expect(looked).toBe(1);
    expect(await reason(rebinding.request(`http://rebind.example:${port}/`))).toBe('refused');
  });

  it('[OB1] accepts only http and https, without credentials', async () => {
    for (const url of [
      ...['file:///etc/passwd', 'ftp://public.example/', 'gopher://public.example/', 'javascript:alert(1)', 'data:,x'],
      ...['', 'public.example', 'http://', 'http://me:secret@public.example/', `//127.0.0.1:${port}/`],
    ])
      expect([url, await reason(atHome.request(url))]).toEqual([url, 'refused']);
    expect(await reason(guarded.request('http://nowhere.example/'))).toBe('unreachable');
    expect(await reason(guarded.request('http://empty.example/'))).toBe('unreachable');
  });

  it('[OB5] returns redirects, or checks each like the first address', async () => {
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

  it('[OB5] a redirect carries no secrets to another host, and no body to a GET', async () => {
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
  it('[OB4] time, for the lookup and for the response', async () => {
    const started = performance.now();
    expect(await reason(atHome.request(`http://127.0.0.1:${port}/slow`, { timeout_ms: 50 }))).toBe('timeout');
    const never = new Outbound({ resolve: () => new Promise(() => {}) });
    expect(await reason(never.request('http://public.example/', { timeout_ms: 50 }))).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('[OB4] size, at the limit and above it, for endless responses too; nothing is decompressed', async () => {
    const large = (bytes: number) =>
      atHome.request(`http://127.0.0.1:${port}/large?bytes=${bytes}`, { max_bytes: 1000 });
    expect((await large(1000)).body.length).toBe(1000);
    expect(await reason(large(1001))).toBe('too_large');
    expect(await reason(atHome.request(`http://127.0.0.1:${port}/endless`))).toBe('too_large');
    const packed = await atHome.request(`http://127.0.0.1:${port}/packed`);
    expect(packed.body.length).toBeLessThan(10_000);
  });

  it('[OB6] addresses from the operator may be anywhere, within the same limits', async () => {
    expect((await guarded.requestTrusted(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(await reason(guarded.requestTrusted(`http://127.0.0.1:${port}/slow`, { timeout_ms: 50 }))).toBe('timeout');
    expect(await reason(guarded.requestTrusted(`http://127.0.0.1:${port}/endless`))).toBe('too_large');
    const closed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
    await closed.stop(true);
    expect(await reason(guarded.requestTrusted(`http://127.0.0.1:${closed.port}/`))).toBe('unreachable');
  });
});
