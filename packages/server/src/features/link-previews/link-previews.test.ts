// Previews of pages, from a test site.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'bun:test';
import type { MessageId } from '@stoa/contract';
import { NO_LINK_PICTURE } from '@stoa/markdown';
import {
  type Cast,
  leastProcessorMs,
  type Person,
  samplePicture,
  startServer,
  type TestServer,
  verifyEvents,
} from '@stoa/testkit';
import { type Server, serve } from 'bun';
import { problemsOf } from '../../../../markdown/src/safety/check-html.ts';
import { XSS_VECTORS } from '../../../../markdown/src/safety/xss-vectors.ts';
import { sql } from '../../kit/database/sql.ts';
import { Outbound } from '../../kit/outbound/outbound.ts';
import { parseRanges } from '../../kit/outbound/outbound-addresses.ts';
import { forgetPreviews } from './link-previews.actions.ts';
import { readPage } from './page-facts.ts';
import { fetchPreview } from './page-previews.ts';

type Answer = (request: Request) => Response | Promise<Response>;

let server: TestServer;
let cast: Cast;
let site: Server<undefined>;
const answers = new Map<string, Answer>();
let requests: string[] = [];

const html = (head: string, type = 'text/html; charset=utf-8') =>
  new Response(`<!doctype html><html><head>${head}</head><body>x</body></html>`, { headers: { 'content-type': type } });
const page = (path: string, head: string) => answers.set(path, () => html(head));
/** A page that is answered once it is let go. */
function held(path: string, title: string): { readonly asked: Promise<void>; letGo(): void } {
  const requested = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  answers.set(path, async () => {
    requested.resolve();
    await go.promise;
    return html(`<title>${title}</title>`);
  });
  return { asked: requested.promise, letGo: go.resolve };
}
const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
const settle = () => server.app.jobs.settle();

beforeAll(async () => {
  server = await startServer({ outbound_allow: '127.0.0.1' });
  cast = await server.cast();
  await cast.ada.subscribe({ subscriptions: [{ name: 'links' }], principals: [cast.ada.user_id, cast.dara.user_id] });
  await cast.ada.updateRealm({ inline_url_embed_preview: true });
  site = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      requests.push(pathname + search);
      return answers.get(pathname)?.(request) ?? new Response(null, { status: 404 });
    },
  });
});
afterAll(async () => {
  await site.stop(true);
  await server.stop();
});
beforeEach(() => {
  requests = [];
  for (const path of ['/a.png', '/film.png'])
    answers.set(path, () => new Response(samplePicture(), { headers: { 'content-type': 'image/png' } }));
  page('/one', '<title>One</title>');
  page('/two', '<title>Two</title>');
});
afterEach(async () => {
  await settle();
  server.clock.advance(4 * 24 * 60 * 60_000);
  await server.app.writer.write(null, (context) => forgetPreviews(context));
});

const send = async (content: string, who: Person = cast.ada): Promise<MessageId> =>
  (await who.sendMessage({ type: 'channel', to: 'links', topic: 'pages', content })).id;
const contentOf = async (message_id: MessageId) => (await cast.ada.getMessage({ message_id })).message.content;
async function shown(content: string): Promise<string> {
  const id = await send(content);
  await settle();
  return contentOf(id);
}
/** Title and description of each preview. */
const previewsIn = (content: string) =>
  [
    ...content.matchAll(
      /<div class="message_embed_title"><a [^>]*>([^<]*)<\/a><\/div>(?:<div class="message_embed_description">([^<]*))?/g,
    ),
  ].map(([, title, description]) => (description === undefined ? [title!] : [title!, description]));
const previewsOf = async (path: string) => previewsIn(await shown(at(path)));

describe('previews', () => {
  it('[LP1] have title, description and a proxied picture, in the known markup', async () => {
    page(
      '/page',
      `<title>Not this</title><meta name="description" content="nor this">
       <meta property="og:title" content="Caf&eacute; &amp; bar"><meta property="og:description" content="Two\n  lines">
       <meta property="og:image" content="/a.png#x"><meta name="twitter:title" content="nor this">`,
    );
    const content = await shown(`see ${at('/page')}?a=1&b=2`);
    const href = `${at('/page')}?a=1&amp;b=2`;
    const picture = /url\(&quot;(\/external_content\/[0-9a-f]{40}\/([0-9a-f]+))&quot;\)/.exec(content)!;
    expect(Buffer.from(picture[2]!, 'hex').toString()).toBe(at('/a.png'));
    expect(content).toBe(
      `<p>see <a href="${href}">${href}</a></p>\n<div class="message_embed"><a class="message_embed_image" href="${href}" style="background-image: url(&quot;${picture[1]}&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="${href}" title="Café &amp; bar">Café &amp; bar</a></div><div class="message_embed_description">Two lines</div></div></div>`,
    );
    expect(requests).toEqual(['/page?a=1&b=2', '/a.png']);
    expect(problemsOf(content)).toEqual([]);
  });

  it('[LP2] arrive after the message, as a rendering and not as an edit', async () => {
    const { value: id, events } = await verifyEvents([cast.ada, cast.dara], async () => {
      const sent = await send(at('/one'));
      await settle();
      return sent;
    });
    for (const received of events) {
      const [message, update, ...more] = received.filter(({ type }) => type.endsWith('message'));
      expect(more).toEqual([]);
      expect(message).toMatchObject({ type: 'message', message: { content: expect.not.stringContaining('embed') } });
      expect(update).toMatchObject({ type: 'update_message', rendering_only: true, message_id: id, user_id: null });
      expect(previewsIn((update as { rendered_content?: string }).rendered_content ?? '')).toEqual([['One']]);
    }
    const { message } = await cast.ada.getMessage({ message_id: id });
    expect(message).not.toHaveProperty('last_edit_timestamp');
  });

  it('[LP1] are those of the first five pages, and none without the setting', async () => {
    for (let number = 1; number < 8; number++) page(`/${number}`, `<title>Page ${number}</title>`);
    const links = [1, 2, 3, 4, 5, 6, 7].map((number) => at(`/${number}`)).join(' ');
    expect(previewsIn(await shown(links)).flat()).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5']);
    await cast.ada.updateRealm({ inline_url_embed_preview: false });
    requests = [];
    expect(previewsIn(await shown(at('/one')))).toEqual([]);
    await cast.ada.updateRealm({ inline_url_embed_preview: true });
    const two = held('/two', 'Two');
    const id = await send(at('/two'));
    await two.asked;
    await cast.ada.updateRealm({ inline_url_embed_preview: false });
    two.letGo();
    await settle();
    expect(previewsIn(await contentOf(id))).toEqual([]);
    expect(requests.filter((path) => path === '/one')).toEqual([]);
    await cast.ada.updateRealm({ inline_url_embed_preview: true });
  });

  it('[LP10] have a picture even if the page has none, because existing apps draw no preview without one', async () => {
    expect(await shown(at('/one'))).toContain(`style="background-image: url(&quot;${NO_LINK_PICTURE}&quot;)"`);
    const picture = await fetch(server.url + NO_LINK_PICTURE);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('[LP11] are not made for messages of bots', async () => {
    const { api_key } = await cast.ada.createBot({ full_name: 'Linker', short_name: 'linker' });
    const bot = server.client('linker-bot@stoa.invalid', api_key) as Person;
    const { id } = await bot.sendMessage({ type: 'direct', to: [cast.ada.user_id], content: at('/one') });
    await settle();
    expect(previewsIn(await contentOf(id))).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('[LP1] the operator can turn them off for the whole server', async () => {
    const off = await startServer({ outbound_allow: '127.0.0.1', link_previews: false });
    const { ada } = await off.cast();
    await ada.updateRealm({ inline_url_embed_preview: true });
    const { id } = await ada.sendMessage({ type: 'direct', to: [ada.user_id], content: at('/one') });
    await off.app.jobs.settle();
    expect((await ada.getMessage({ message_id: id })).message.content).not.toContain('embed');
    const state = await ada.registerQueue({ fetch_event_types: ['realm'] });
    expect(state.server_inline_url_embed_preview).toBe(false);
    expect(requests).toEqual([]);
    await off.stop();
    const here = await cast.ada.registerQueue({ fetch_event_types: ['realm'] });
    expect(here.server_inline_url_embed_preview).toBe(true);
  });
});

describe('pages', () => {
  it('[LP4] give their title and description in several formats', async () => {
    page('/twitter', '<meta name="twitter:title" content="Card"><meta name="twitter:description" content="Text">');
    page('/plain', '<svg><title>Icon</title></svg><title> Plain\n page </title><meta name="Description" content="D">');
    page('/empty', '<title> </title><meta property="og:title" content="  ">');
    page('/nothing', '');
    expect(await previewsOf('/twitter')).toEqual([['Card', 'Text']]);
    expect(await previewsOf('/plain')).toEqual([['Plain page', 'D']]);
    expect(await previewsOf('/empty')).toEqual([]);
    expect(await previewsOf('/nothing')).toEqual([]);
  });

  it('[LP4] are decoded by header, declaration or byte order mark', async () => {
    const bytes = (hex: string, type: string) => () =>
      new Response(Buffer.from(hex, 'hex'), { headers: { 'content-type': type } });
    const title = (encoded: string) => `${Buffer.from('<title>').toString('hex')}${encoded}`;
    const declared = (charset: string) => Buffer.from(`<meta charset="${charset}">`).toString('hex');
    answers.set('/sjis', bytes(title('93fa967b'), 'text/html; charset="Shift_JIS"'));
    answers.set('/1251', bytes(declared('windows-1251') + title('d0cfc8'), 'text/html'));
    answers.set('/utf8', bytes(title('c3a9'), 'text/html; charset=no-such'));
    answers.set('/lying', bytes(declared('utf-16') + title('c3a9'), 'text/html'));
    answers.set('/utf16', bytes(`fffe${Buffer.from('<title>é', 'utf16le').toString('hex')}`, 'text/html'));
    answers.set('/broken', bytes(title('c328ff'), 'text/html; charset=utf-8'));
    for (const [path, text] of Object.entries({
      sjis: '日本',
      1251: 'РПИ',
      utf8: 'é',
      lying: 'é',
      utf16: 'é',
      broken: '�(�',
    }))
      expect([path, await previewsOf(`/${path}`)]).toEqual([path, [[text]]]);
  });

  it('[LP4] leave only text of a bounded length', async () => {
    const reordered = 'a\u202Eb\u0000c\u2066d\u200Be';
    page('/long', `<title>${'long '.repeat(1000)}</title><meta name="description" content="${'😀'.repeat(1000)}">`);
    page('/reordered', `<meta property="og:title" content="${reordered}">`);
    const [[title, description] = []] = await previewsOf('/long');
    expect([[...title!].length, [...description!].length]).toEqual([200, 400]);
    expect(await previewsOf('/reordered')).toEqual([['a b c d e']]);
    for (const [number, vector] of XSS_VECTORS.filter((_, place) => place % 40 === 0).entries()) {
      const attribute = vector.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      page(
        `/xss${number}`,
        `<meta property="og:title" content="x${attribute}"><meta property="og:description" content="${attribute}"><meta property="og:image" content="${attribute}"><title>${vector}</title>`,
      );
      const content = await shown(at(`/xss${number}`));
      expect(previewsIn(content)).toHaveLength(1);
      expect([vector, problemsOf(content)]).toEqual([vector, []]);
    }
  });

  it('[LP4] show only pictures with web addresses that readers can see', async () => {
    const pictures = [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'file:///etc/passwd',
      'http://me:secret@a.example/x.png',
    ];
    for (const [number, url] of [...pictures, `https://a.example/${'x'.repeat(3000)}`].entries()) {
      page(`/picture${number}`, `<title>T</title><meta property="og:image" content="${url}">`);
      const content = await shown(at(`/picture${number}`));
      expect([url, previewsIn(content), !content.includes(NO_LINK_PICTURE)]).toEqual([url, [['T']], false]);
    }
    answers.set('/lie.png', () => new Response('<script>1</script>', { headers: { 'content-type': 'image/png' } }));
    answers.set('/film.mp4', () => new Response('x', { headers: { 'content-type': 'video/mp4' } }));
    const unseen = ['http://169.254.169.254/x.png', at('/lie.png'), at('/film.mp4'), at('/missing.png'), at('/one')];
    for (const [number, url] of unseen.entries()) {
      page(`/unseen${number}`, `<title>T</title><meta property="og:image" content="${url}">`);
      const content = await shown(at(`/unseen${number}`));
      expect([url, previewsIn(content), !content.includes(NO_LINK_PICTURE)]).toEqual([url, [['T']], false]);
    }
  });

  it('[LP3] are fetched only from public addresses, redirects included, and only if they are pages', async () => {
    const redirect = (to: string) => () => new Response(null, { status: 302, headers: { location: to } });
    answers.set('/metadata', redirect('http://169.254.169.254/latest/meta-data/'));
    answers.set('/loopback', redirect(`http://127.0.0.2:${site.port}/one`));
    answers.set('/script', redirect('javascript:alert(1)'));
    answers.set('/loop', redirect('/loop'));
    answers.set('/hop', redirect('/one'));
    answers.set('/json', () => html('<title>T</title>', 'application/json'));
    answers.set('/untyped', () => new Response(Buffer.from('<title>T</title>')));
    answers.set(
      '/error',
      () => new Response('<title>T</title>', { status: 500, headers: { 'content-type': 'text/html' } }),
    );
    for (const path of ['/metadata', '/loopback', '/script', '/loop', '/json', '/untyped', '/error', '/missing'])
      expect([path, await previewsOf(path)]).toEqual([path, []]);
    expect(requests.filter((path) => path === '/loop')).toHaveLength(5);
    expect(previewsIn(await shown(`http://127.0.0.2:${site.port}/one http://localhost:1/ http://10.1.2.3/`))).toEqual(
      [],
    );
    expect(await previewsOf('/hop')).toEqual([['One']]);
  });

  it('[LP3] are read up to half a mebibyte, and never unpacked', async () => {
    answers.set('/endless', () => {
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(Buffer.from(sent++ === 0 ? '<title>Endless</title>' : '<a><b><i>'.repeat(4000)));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/html' } });
    });
    answers.set('/late', () => html(`${' '.repeat(600_000)}<title>Late</title>`));
    const bomb = Bun.gzipSync(Buffer.from(`<title>Bomb</title>${' '.repeat(20_000_000)}`));
    answers.set(
      '/bomb',
      () => new Response(bomb, { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' } }),
    );
    expect(await previewsOf('/endless')).toEqual([['Endless']]);
    expect(await previewsOf('/late')).toEqual([]);
    expect(await previewsOf('/bomb')).toEqual([]);
  });

  it('[LP3] have a time limit, however slowly they are sent', async () => {
    answers.set('/dripping', (request) => {
      const body = new ReadableStream({
        async pull(controller) {
          if (request.signal.aborted) return controller.close();
          controller.enqueue(Buffer.from('<title>Drip</title>'));
          await Bun.sleep(20);
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/html' } });
    });
    const outbound = new Outbound({ allow: parseRanges('127.0.0.1') });
    const impatient: Pick<Outbound, 'request'> = {
      request: (url, options) => outbound.request(url, { ...options, timeout_ms: options!.timeout_ms! / 40 }),
    };
    const began_at = performance.now();
    expect(await fetchPreview(impatient, at('/dripping'))).toBeNull();
    expect(performance.now() - began_at).toBeLessThan(2000);
  });

  it('[LP3] are parsed in bounded time, however they nest', async () => {
    const pieces = [
      '<a>',
      '<svg><title>',
      '<p><b x=1 y=2>',
      '</a>',
      '<!--',
      '<meta property="a',
      '<',
      '&#x26;',
      ' a=b',
    ];
    for (const piece of pieces) {
      const page = piece.repeat(Math.ceil((512 * 1024) / piece.length));
      // Under 100 ms; a quadratic reader takes many seconds.
      expect([piece, (await leastProcessorMs(2000, () => readPage(page))) < 2000]).toEqual([piece, true]);
    }
  });

  it('[LP5] may have an oEmbed document, on their own host', async () => {
    const link = (href: string) =>
      `<title></title><link rel="alternate" type="application/json+oembed" href="${href}">`;
    page('/film', link('/oembed?x=1&amp;y=2'));
    answers.set('/oembed', () =>
      Response.json({
        type: 'video',
        title: 'A film',
        thumbnail_url: at('/film.png'),
        html: '<script>alert(1)</script>',
      }),
    );
    const content = await shown(at('/film'));
    expect(previewsIn(content)).toEqual([['A film']]);
    expect(content).toContain(Buffer.from(at('/film.png')).toString('hex'));
    expect(content).not.toContain('script');
    expect(requests).toEqual(['/film', '/oembed?x=1&y=2', '/film.png']);
    answers.set('/large', () => Response.json({ title: 'x'.repeat(100_000) }));
    answers.set('/text', () => new Response('no JSON'));
    answers.set('/array', () => Response.json(['x']));
    answers.set('/away', () => new Response(null, { status: 302, headers: { location: '/oembed' } }));
    for (const path of ['/large', '/text', '/array', '/away']) {
      page(`/film${path}`, link(path));
      expect([path, await previewsOf(`/film${path}`)]).toEqual([path, []]);
    }
    requests = [];
    page('/elsewhere', link(`http://127.0.0.1:${Number(site.port) + 1}/oembed`));
    expect(await previewsOf('/elsewhere')).toEqual([]);
    expect(requests).toEqual(['/elsewhere']);
  });
});

describe('messages', () => {
  it('[LP6] keep the previews of links that stay in an edit, and get those of new links', async () => {
    const id = await send(`${at('/one')} a`);
    await settle();
    page('/one', '<title>Changed</title>');
    const two = held('/two', 'Two');
    await cast.ada.editMessage({ message_id: id, content: `${at('/two')} and ${at('/one')}` });
    expect(previewsIn(await contentOf(id))).toEqual([['One']]);
    two.letGo();
    await settle();
    expect(previewsIn(await contentOf(id))).toEqual([['Two'], ['One']]);
    await cast.ada.editMessage({ message_id: id, content: 'no links' });
    await settle();
    expect(await contentOf(id)).toBe('<p>no links</p>');
    expect(requests).toEqual(['/one', '/two']);
  });

  it('[LP6] cause no fetches once they are deleted or edited, and show no earlier content', async () => {
    const slow = held('/slow', 'Slow');
    const deleted = await send(`${at('/slow')} ${at('/one')}`);
    await slow.asked;
    const edited = await send(at('/slow'));
    await cast.ada.removeMessage({ message_id: deleted });
    await cast.ada.editMessage({ message_id: edited, content: `now ${at('/two')}` });
    slow.letGo();
    await settle();
    expect(previewsIn(await contentOf(edited))).toEqual([['Two']]);
    expect(requests.filter((path) => path === '/one')).toEqual([]);
  });

  it('[LP9] have no previews in their history', async () => {
    const id = await send(at('/one'));
    await settle();
    await cast.ada.editMessage({ message_id: id, content: `${at('/one')} again` });
    await settle();
    expect(previewsIn(await contentOf(id))).toEqual([['One']]);
    const { message_history } = await cast.ada.getMessageHistory({ message_id: id });
    expect(message_history).toHaveLength(2);
    expect(JSON.stringify(message_history)).not.toContain('embed');
  });
});

describe('bounds', () => {
  it('[LP7] a page is cached for days, a failure for half an hour', async () => {
    for (const path of ['/one', '/missing']) await previewsOf(path);
    expect(await previewsOf('/one')).toEqual([['One']]);
    expect(await previewsOf('/missing')).toEqual([]);
    expect(requests).toEqual(['/one', '/missing']);
    server.clock.advance(31 * 60_000);
    page('/missing', '<title>Found</title>');
    expect(await previewsOf('/missing')).toEqual([['Found']]);
    expect(await previewsOf('/one')).toEqual([['One']]);
    expect(requests).toEqual(['/one', '/missing', '/missing']);
    const known = () => server.app.store.db.get<{ n: number }>(sql`select count(*) as n from link_previews`);
    expect((await known())!.n).toBe(2);
    server.clock.advance(4 * 24 * 60 * 60_000);
    await server.app.writer.write(null, (context) => forgetPreviews(context));
    expect((await known())!.n).toBe(0);
  });

  it('[LP8] an account causes a limited number of fetches, and others still get previews', async () => {
    for (let number = 0; number < 400; number++) page(`/many${number}`, `<title>${number}</title>`);
    let next = 0;
    for (let message = 0; message < 66; message++) {
      await send(Array.from({ length: 5 }, () => at(`/many${next++}`)).join(' '), cast.dara);
      if (message % 10 === 9) await settle();
    }
    await settle();
    expect(requests).toHaveLength(300);
    expect(previewsIn(await shown(at('/one')))).toEqual([['One']]);
  });

  it('[LP8] a limited number of messages of an account wait', async () => {
    const wait = held('/wait', 'Waited');
    for (let number = 0; number < 60; number++) await send(`${at('/wait')} ${number}`, cast.dara);
    const waiting = () =>
      server.app.store.db.get<{ n: number }>(sql`select count(*) as n from jobs where kind = 'link-previews'`);
    expect((await waiting())!.n).toBe(50);
    const other = await send(at('/one'));
    for (let tries = 0; tries < 100 && previewsIn(await contentOf(other)).length === 0; tries++) await Bun.sleep(20);
    expect(previewsIn(await contentOf(other))).toEqual([['One']]);
    wait.letGo();
    await settle();
    expect(requests.filter((path) => path === '/wait').length).toBe(1);
  });
});
