// `npm run bench:web`: the cost of the web client in a large organization, in a real browser. Prints a table; stores
// nothing.
import { parseArgs } from 'node:util';
import { hashOf } from '../../packages/web/src/base/views/view.ts';
import { HttpSocket } from '../load/http-socket.ts';
import { endProcesses } from '../processes.ts';
import { median, quantile } from '../statistics.ts';
import { call } from '../world/api.ts';
import { removeScratch } from '../world/directories.ts';
import { burst, type Line } from './burst.ts';
import { type LargeWorld, largeWorld, UNREAD } from './large-world.ts';
import { measurePaint } from './phone.ts';
import { openBrowser, openReader, type Reader } from './reader.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    channels: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '100000' },
    starts: { type: 'string', default: '5' },
    events: { type: 'string', default: '60' },
    burst: { type: 'string', default: '3000' },
    profile: { type: 'string' },
  },
});
const EVENTS = Number(values.events);
const PAGES = 20;

const ms = (value: number) => `${value.toFixed(0)} ms`;
const ms1 = (value: number) => `${value.toFixed(1)} ms`;

type Browser = Awaited<ReturnType<typeof openBrowser>>;

async function starts(browser: Browser, site: string, { reader }: LargeWorld): Promise<Line[]> {
  const usable: number[] = [];
  const server: number[] = [];
  const transfer: number[] = [];
  const longest: number[] = [];
  let script = 0;
  let register = 0;
  let memory = 0;
  for (let n = 0; n < Number(values.starts); n++) {
    const opened = await openReader(browser, `${site}/#inbox`, reader);
    await opened.page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
    const seen = await opened.page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      // The files named by the page itself; the rest is fetched on navigation or after the first view.
      const named = document.querySelectorAll<HTMLElement>('script[src], link[rel=modulepreload]');
      const first = new Set(
        [...named].map(
          (element) => new URL(element.getAttribute('src') ?? element.getAttribute('href')!, location.href).href,
        ),
      );
      const register = entries.find(({ name }) => name.endsWith('/register'))!;
      return {
        usable: performance.getEntriesByName('usable')[0]!.startTime,
        server: register.responseStart - register.requestStart,
        transfer: register.responseEnd - register.responseStart,
        register: register.decodedBodySize,
        script: entries.filter(({ name }) => first.has(name)).reduce((sum, entry) => sum + entry.encodedBodySize, 0),
      };
    });
    usable.push(seen.usable);
    server.push(seen.server);
    transfer.push(seen.transfer);
    longest.push((await opened.longTasks())[0] ?? 0);
    ({ script, register } = seen);
    memory = (await opened.costs()).heap_mb;
    await opened.close();
  }
  return [
    ['usable after', `${ms(median(usable))} (best ${ms(Math.min(...usable))})`],
    ['of that register, server', ms(median(server))],
    ['of that register, transfer', `${ms(median(transfer))}, ${(register / 1e6).toFixed(2)} MB of JSON`],
    ['longest task of the start', ms(median(longest))],
    ['script of the first view', `${(script / 1000).toFixed(0)} KB compressed`],
    ['memory after the start', `${memory.toFixed(0)} MB`],
  ];
}

/** What somebody waits for who opens the client on a phone. */
async function phone(browser: Browser, site: string, { reader }: LargeWorld): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, session] of [
    ['sign-in page', null],
    ['inbox', reader],
  ] as const) {
    const paints = [];
    for (let n = 0; n < Number(values.starts); n++) paints.push(await measurePaint(browser, `${site}/#inbox`, session));
    const largest = paints.map(({ largest_ms }) => largest_ms);
    const { element, transferred_kb } = paints[0]!;
    lines.push([
      `largest paint on a phone, ${what}`,
      `${ms(median(largest))} (best ${ms(Math.min(...largest))}): ${element}, ${transferred_kb.toFixed(0)} KB`,
    ]);
  }
  return lines;
}

/** One message after another, each drawn before the next is sent. */
async function arriving(
  reader: Reader,
  world: LargeWorld,
  to: (n: number) => [number, string],
  where: string,
): Promise<Line> {
  const socket = await HttpSocket.open(world.stoa.port);
  const before = await reader.costs();
  await reader.longTasks();
  for (let n = 0; n < EVENTS; n++) {
    const [channel, topic] = to(n);
    const polled = reader.page.waitForResponse((response) => response.url().includes('/api/v1/events?'));
    await call(socket, world.world.owner, 'POST', '/api/v1/messages', {
      type: 'channel',
      to: channel,
      topic,
      content: `Arriving ${n}`,
    });
    await polled;
    await reader.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0))));
  }
  socket.close();
  const after = await reader.costs();
  const tasks = await reader.longTasks();
  const each = (name: 'busy_ms' | 'script_ms' | 'layout_ms') => (after[name] - before[name]) / EVENTS;
  return [
    `a message arrives, ${where}`,
    `${ms1(each('busy_ms'))} busy (${ms1(each('script_ms'))} script, ${ms1(each('layout_ms'))} layout); tasks over 50 ms: ${tasks.length}`,
  ];
}

async function longTopic(reader: Reader, world: LargeWorld): Promise<Line[]> {
  const { page } = reader;
  const { channel_id, topic, last } = world.long;
  await reader.longTasks();
  const lines: Line[] = [];
  const started = performance.now();
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    hashOf({ kind: 'topic', channel_id, topic }),
  );
  const firstUnread = page.locator(`article[data-message-id="${last - UNREAD + 1}"]`);
  await firstUnread.waitFor();
  lines.push([`a topic of ${world.long.last - world.long.first + 1} opens`, ms(performance.now() - started)]);
  const place = await page.evaluate(
    (id) => {
      const list = document.querySelector('[data-message-list]')!.getBoundingClientRect();
      return document.querySelector(`[data-message-id="${id}"]`)!.getBoundingClientRect().top - list.top;
    },
    last - UNREAD + 1,
  );
  lines.push(['first unread message from the top', `${place.toFixed(0)} px`]);
  await page.mouse.move(800, 400);
  for (const [name, step] of [
    ['up', -1],
    ['down', 1],
  ] as const) {
    await reader.longTasks();
    const before = await reader.costs();
    const jumps: number[] = [];
    for (let n = 0; n < PAGES; n++) {
      // The content in the middle must move by as much as was scrolled; otherwise the page has jumped.
      const moved = await page.evaluate(async (by) => {
        const list = document.querySelector<HTMLElement>('[data-message-list]')!;
        const frame = list.getBoundingClientRect();
        const middle = Array.from(list.querySelectorAll<HTMLElement>('article')).find(
          (element) => element.getBoundingClientRect().top > frame.top + frame.height / 2 - by / 2,
        )!;
        const { messageId } = middle.dataset;
        const top = middle.getBoundingClientRect().top;
        const at = list.scrollTop;
        list.scrollTop += by;
        const wanted = list.scrollTop - at;
        for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame);
        const now = list.querySelector(`[data-message-id="${messageId}"]`)?.getBoundingClientRect().top;
        return now === undefined ? null : Math.abs(top - now - wanted);
      }, step * 600);
      if (moved !== null) jumps.push(moved);
    }
    const after = await reader.costs();
    const tasks = await reader.longTasks();
    lines.push([
      `${PAGES} pages ${name}`,
      `${ms1((after.busy_ms - before.busy_ms) / PAGES)} busy a page; tasks over 50 ms: ${tasks.length} (longest ${ms(tasks[0] ?? 0)}); jumps: median ${median(jumps).toFixed(0)}, 95% ${quantile(jumps, 0.95).toFixed(0)} px`,
    ]);
  }
  const jumped = performance.now();
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await page.locator(`article[data-message-id="${last}"]`).waitFor();
  lines.push(['to the newest message', ms(performance.now() - jumped)]);
  lines.push(['memory', `${(await reader.costs()).heap_mb.toFixed(0)} MB`]);
  return lines;
}

async function main(): Promise<void> {
  console.error('seeding ...');
  const world = await largeWorld({
    users: Number(values.users),
    channels: Number(values.channels),
    messages: Number(values.messages),
  });
  const site = `http://127.0.0.1:${world.stoa.port}`;
  // The first response waits for the bundle.
  await (await fetch(site)).text();
  const browser = await openBrowser();
  const lines: Line[] = await starts(browser, site, world);
  lines.push(...(await phone(browser, site, world)));
  const reader = await openReader(browser, `${site}/#inbox`, world.reader);
  await reader.page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  const tools = await reader.page.context().newCDPSession(reader.page);
  if (values.profile) {
    await tools.send('Profiler.enable');
    await tools.send('Profiler.start');
  }
  const { channel_ids, long } = world;
  const elsewhere = (n: number): [number, string] => [channel_ids[1 + (n % 50)]!, `topic ${n % 7}`];
  lines.push(await arriving(reader, world, elsewhere, 'inbox on the screen'));
  lines.push(...(await longTopic(reader, world)));
  lines.push(await arriving(reader, world, () => [long.channel_id, long.topic], 'its topic on the screen'));
  lines.push(...(await burst(reader, world, Number(values.burst))));
  await reader.page.evaluate(() => {
    location.hash = '#feed';
  });
  await reader.page.locator('article').first().waitFor();
  lines.push(await arriving(reader, world, elsewhere, 'combined feed on the screen'));
  if (values.profile) {
    const { profile } = await tools.send('Profiler.stop');
    await Bun.write(values.profile, JSON.stringify(profile));
  }
  await browser.close();
  await world.stoa.stop();
  for (const [what, value] of lines) console.log(`${what.padEnd(52)} ${value}`);
}

let code = 1;
try {
  await main();
  code = 0;
} catch (error) {
  console.error((error as Error).stack);
} finally {
  await endProcesses();
  removeScratch();
}
process.exit(code);
