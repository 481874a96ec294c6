// What the browser tests share: a server with its cast, people in browsers of their own, and what is wrong with a page.
// In Chromium, or in Firefox with STOA_BROWSER=firefox; skipped where there is none (CHROMIUM and FIREFOX name other paths).
// With STOA_SCREENSHOTS the pictures of docs/screenshots are updated.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Cast, startServer, type TestServer } from '@stoa/testkit';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { launchFirefox, prepareFirefox } from './firefox.ts';

export const isFirefox = process.env.STOA_BROWSER === 'firefox';
const executablePath = (
  isFirefox
    ? [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']
    : [process.env.CHROMIUM, '/usr/bin/chromium']
).find((path) => path && existsSync(path));
if (!executablePath)
  console.warn(`No ${isFirefox ? 'Firefox' : 'Chromium'}: the browser tests of the web client are skipped.`);
export const hasBrowser = executablePath !== undefined;
const pictures = join(import.meta.dir, '../../docs/screenshots');
const WAIT_MS = 20_000;
/** The client is bundled when it is first asked for, which takes a busy machine some time. */
const FIRST_PAGE_MS = 45_000;

export type Options = BrowserContextOptions;
export const PHONE = { viewport: { width: 360, height: 740 } } as const;

export interface Stage {
  readonly server: TestServer;
  readonly cast: Cast;
  /** What browsers complained of: a refused script, an exception. */
  readonly complaints: string[];
  /** A page at a place of the client; signed in unless it is nobody's. Close its context when done. */
  open(hash: string, person: { email: string; api_key: string } | null, options?: Options): Promise<Page>;
  /** A page of nobody's at any address, in a browser of its own. */
  visit(url: string, options?: Options): Promise<Page>;
  stop(): Promise<void>;
}

export async function openStage(options: Parameters<typeof startServer>[0] = {}): Promise<Stage> {
  const server = await startServer(options);
  const cast = await server.cast();
  // Makes the bundle, which may take longer than a page is waited for.
  await (await fetch(server.url)).text();
  const browser: Browser = isFirefox
    ? await launchFirefox(executablePath!)
    : await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-fake-device-for-media-stream'],
      });
  const complaints: string[] = [];
  const visit = async (url: string, options: Options, kept: string | null): Promise<Page> => {
    // A service worker answers past what a test cuts off or holds back: tests that are about it allow it.
    const usual = { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' } as const;
    const context = await browser.newContext({ ...usual, ...options });
    context.setDefaultTimeout(WAIT_MS);
    context.setDefaultNavigationTimeout(FIRST_PAGE_MS);
    if (isFirefox) await prepareFirefox(context);
    if (kept !== null)
      await context.addInitScript((session) => {
        try {
          localStorage.setItem('stoa.session', session);
        } catch {
          // In Firefox also called for the blank page that a tab begins with, which has no storage.
        }
      }, kept);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A browser reports every answer that is no success; the tests provoke some.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    await page.goto(url);
    return page;
  };
  return {
    server,
    cast,
    complaints,
    open(hash, person, options = {}) {
      const kept = person && JSON.stringify({ email: person.email, key: person.api_key });
      return visit(`${server.url}/${hash}`, options, kept);
    },
    visit: (url, options = {}) => visit(url, options, null),
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

const RUN_AXE = `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target.join(' ') + ' ' + failureSummary)))`;

/** Through WebDriver, whose scripts the page's policy does not concern. */
async function barriersIn(page: Page): Promise<string[]> {
  await page.evaluate(`${axe.source}; undefined`);
  return page.evaluate(RUN_AXE);
}

/** What is wrong with the page for people who can't see it, or use no mouse; in short. */
export async function barriers(page: Page): Promise<string[]> {
  if (isFirefox) return barriersIn(page);
  // Injected by the debugger, past the page's policy, which forbids it to anybody else.
  const session = await page.context().newCDPSession(page);
  const found = await barriersBy(session);
  await session.detach();
  return found;
}

/** By a session that goes on: the end of any session ends the authenticators that Chromium makes up for the page. */
export async function barriersBy(session: CDPSession): Promise<string[]> {
  await session.send('Runtime.evaluate', { expression: axe.source });
  const { result } = await session.send('Runtime.evaluate', {
    expression: RUN_AXE,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value as string[];
}

/** Chooses a channel by its name, in a field that offers many. */
export async function chooseChannel(field: Locator, name: string): Promise<void> {
  await field.click();
  const page = field.page();
  await page.getByRole('combobox', { name: 'Find a channel' }).fill(name);
  await page.getByRole('option', { name }).first().click();
  await page.getByRole('combobox', { name: 'Find a channel' }).waitFor({ state: 'detached' });
}

export const composeField = (page: Page) => page.locator('.compose textarea');

/** Waits until the composer holds this text. */
export const composeHolds = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('.compose textarea')?.value === wanted,
    text,
  );

export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.STOA_SCREENSHOTS) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags with a finger; Chromium only. */
export async function dragByTouch(page: Page, from: Point, to: Point): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    tools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  const STEPS = 6;
  for (let step = 1; step <= STEPS; step++) {
    const part = step / STEPS;
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await touch('touchEnd', []);
  await tools.detach();
}
