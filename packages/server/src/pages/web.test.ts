// The web client as served: the page, its files and their headers.
import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startServer, type TestServer } from '@stoa/testkit';
import { WebBundle } from './web-bundle.ts';

/** Bytes of the script of the first view, compressed. */
const SCRIPT_MAX = 134_000;
/** Of the sign-in page. */
const SIGN_IN_MAX = 80_000;
/** Bytes of the script that starts loading: it must fit one packet. */
const START_MAX = 1400;

let server: TestServer;
let html: string;
let files: string[];
/** Files that the first script preloads, by whether somebody is signed in. */
let signed_in: string[];
let signed_out: string[];
beforeAll(async () => {
  server = await startServer();
  html = await (await get('/')).text();
  files = Array.from(html.matchAll(/(?:src|href)="(\/web\/[^"]+)"/g), (match) => match[1]!);
  const named = (name: string) =>
    html
      .match(new RegExp(`data-${name}="([^"]+)"`))![1]!
      .split(' ')
      .map((part) => `/web/${part}`);
  [signed_in, signed_out] = [named('signed-in'), named('signed-out')];
  // A first build may take a while on a busy machine.
}, 30_000);
afterAll(() => server.stop());
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { headers, method, decompress: false } as RequestInit);

describe('[PG5] GET /', () => {
  it('names no organization and no person', () => {
    expect(html).toContain('<title>Stoa</title>');
    for (const secret of [server.owner.email, server.owner.full_name]) expect(html).not.toContain(secret);
  });

  it('links only to files that exist', async () => {
    const paths = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), (match) => match[1]!);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect((await get(path)).status).toBe(200);
  });

  it('answers HEAD and refuses other methods', async () => {
    for (const path of ['/', files[0]!]) {
      const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
      expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength));
      expect((await get(path, {}, 'POST')).status).toBe(405);
    }
  });
});

it('[PG8] serves the client at the address of a form to browsers with scripts, and the form to others', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const path of ['/forgot-password/', '/join/0123/', '/register', '/reset-password/x/', '/confirm-email/x/']) {
    const client = await get(path, { accept });
    expect([path, client.status]).toEqual([path, 200]);
    const text = await client.text();
    expect(text).toContain(files.find((file) => /main-\w+\.js$/.test(file))!);
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="0; url=?plain"></noscript>');
    expect(client.headers.get('referrer-policy')).toBe('no-referrer');
    const plain = await (await get(`${path}?plain`, { accept })).text();
    expect(plain).toContain('<main>');
    expect(plain).not.toContain('<script');
    expect(await (await get(path)).text()).toBe(plain);
  }
});

describe('[WB1] the policy of the page', () => {
  it('allows scripts and styles of this server only, and HTML from text through the sanitizer only', async () => {
    const answer = await get('/');
    const policy = answer.headers.get('content-security-policy')!;
    const of = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));
    expect(of('default-src')).toBe("default-src 'none'");
    expect(of('script-src')).toBe("script-src 'self'");
    expect(of('style-src')).toBe("style-src 'self'");
    expect(of('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
    expect(of('trusted-types')).toBe('trusted-types dompurify stoa-worker');
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('has no inline scripts or styles', () => {
    expect(html).not.toMatch(/<style|\son\w+=|style="|<script[^>]*>[^<]/);
  });
});

describe('[WB140] the installable app', () => {
  const manifest = async (headers = {}) => {
    const answer = await get('/manifest.webmanifest', headers);
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    return (await answer.json()) as Record<string, unknown> & {
      icons: { src: string; sizes: string; purpose?: string }[];
    };
  };

  it('has a manifest named after the organization of the host', async () => {
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    expect((await get('/')).headers.get('content-security-policy')).toContain("manifest-src 'self'");
    const here = await manifest();
    expect(here).toMatchObject({ name: server.realm.name, id: '/', start_url: '/', scope: '/', display: 'standalone' });
    expect(here).toMatchObject({
      shortcuts: [{ url: '/#new' }, { url: '/#inbox' }, { url: '/#find' }],
      share_target: { action: '/share', method: 'POST', enctype: 'multipart/form-data' },
    });
  });

  it('names its shortcuts in the language of the browser, else of the organization', async () => {
    const inbox = async (wish?: string) => {
      const { lang, shortcuts } = (await manifest({ 'accept-language': wish ?? '' })) as unknown as {
        lang: string;
        shortcuts: { name: string }[];
      };
      return [lang, shortcuts[1]!.name];
    };
    expect(await inbox('fr-CA,fr;q=0.9,en;q=0.8')).toEqual(['fr', 'Boîte de réception']);
    expect(await inbox('en;q=0.3, de;q=0.7, xx')).toEqual(['de', 'Posteingang']);
    expect(await inbox('de;q=0, xx')).toEqual(['en', 'Inbox']);
    await server.owner.updateRealm({ default_language: 'de' });
    expect(await inbox('xx')).toEqual(['de', 'Posteingang']);
    await server.owner.updateRealm({ default_language: 'en' });
  });

  it('has icons in the sizes that systems require', async () => {
    const { icons } = await manifest();
    const touch = html.match(/<link rel="apple-touch-icon" href="([^"]+)">/)![1]!;
    expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const [src, size] of [...icons.map(({ src, sizes }) => [src, sizes]), [touch, '180x180']]) {
      const answer = await get(src!);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(size!);
    }
  });

  it('accepts shared content without a service worker too', async () => {
    const body = new URLSearchParams({ text: 'Soup' });
    const answer = await fetch(`${server.url}/share`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect((await get('/share')).status).toBe(405);
  });
});

describe('[WB141] the service worker', () => {
  it('knows the build and its files, and may fetch from this server only', async () => {
    const answer = await get('/sw.js');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const script = await answer.text();
    expect(script).toContain(html.match(/data-build="(\w+)"/)![1]!);
    for (const path of files) expect(script).toContain(path);
  });
});

describe('[WB2] the files of the client', () => {
  it('are immutable, and compressed as the browser accepts', async () => {
    const is = (pattern: RegExp) => files.filter((path) => pattern.test(path)).length;
    expect([is(/main-\w+\.css$/), is(/start-\w+\.js$/), is(/main-\w+\.js$/)]).toEqual([1, 1, 1]);
    expect(files.length).toBe(3 + is(/part-\w+\.js$/));
    for (const path of [...files, ...signed_in, ...signed_out]) {
      const plain = await get(path, { 'accept-encoding': 'identity' });
      const bytes = Buffer.from(await plain.arrayBuffer());
      expect(plain.headers.get('cache-control')).toContain('immutable');
      expect(plain.headers.get('content-encoding')).toBeNull();
      const brotli = await get(path, { 'accept-encoding': 'gzip, br' });
      expect(brotli.headers.get('content-encoding')).toBe('br');
      expect(brotli.headers.get('vary')).toBe('accept-encoding');
      expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).equals(bytes)).toBe(true);
      const gzip = await get(path, { 'accept-encoding': 'gzip, br;q=0' });
      expect(gzip.headers.get('content-encoding')).toBe('gzip');
      expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).equals(bytes)).toBe(true);
    }
  });

  it('are only files of the bundle', async () => {
    for (const path of ['bundle.json', 'main.js', '..%2fpackage.json', '%2e%2e/package.json', 'constructor', ''])
      expect((await get(`/web/${path}`)).status).toBe(404);
  });
});

describe('[WB3] the first view', () => {
  const sizeOf = async (path: string) =>
    (await (await get(path, { 'accept-encoding': 'br' })).arrayBuffer()).byteLength;
  const scripts = (more: readonly string[]) => [...files.filter((path) => path.endsWith('.js')), ...more];

  it('needs at most 134 KB of compressed scripts', async () => {
    let all = 0;
    for (const path of scripts(signed_in)) all += await sizeOf(path);
    expect(all).toBeLessThan(SCRIPT_MAX);
  });

  it('of visitors needs at most 80 KB', async () => {
    let all = 0;
    for (const path of scripts(signed_out)) all += await sizeOf(path);
    expect(all).toBeLessThan(SIGN_IN_MAX);
  });

  it('has no schemas, in no part of the bundle', async () => {
    const worker = await (await get('/sw.js')).text();
    const scripts = [...new Set(worker.match(/\/web\/[\w-]+\.js/g))];
    expect(scripts.length).toBeGreaterThan(50);
    for (const path of scripts) expect((await (await get(path)).text()).includes('_zod')).toBe(false);
  });

  it('[WB90] has every part named in the page, so that none waits for another', async () => {
    for (const named of [scripts(signed_in), scripts(signed_out)])
      for (const path of named) {
        const text = await (await get(path)).text();
        // Static imports of a part, not what it loads later.
        const imported = Array.from(text.matchAll(/(?:from|import)"(\/web\/[^"]+)"/g), (match) => match[1]!);
        expect(imported.filter((module) => !named.includes(module))).toEqual([]);
      }
    expect(await sizeOf(files.find((path) => path.startsWith('/web/start-'))!)).toBeLessThan(START_MAX);
  });
});

it('[HT822] a file has one copy for all who ask for it', async () => {
  const bundle = new WebBundle();
  const { entries } = await bundle.list();
  const [first, second] = [await bundle.read(entries['main.js']!, null), await bundle.read(entries['main.js']!, null)];
  expect(first).toBeInstanceOf(Blob);
  expect(second).toBe(first);
});
