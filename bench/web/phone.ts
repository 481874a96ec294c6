// The largest paint on a phone: a processor four times slower, and a slow 4G connection of 1.6 Mbit/s and 150 ms.
import type { Browser } from 'playwright-core';

/** What Chromium's tools call "Slow 4G", in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWDOWN = 4;
/** Nothing larger is painted so long after the last request. */
const SETTLED_MS = 1500;

export interface Paint {
  readonly first_ms: number;
  readonly largest_ms: number;
  /** What was painted last. */
  readonly element: string;
  readonly transferred_kb: number;
}

export async function measurePaint(
  browser: Browser,
  url: string,
  session: { readonly email: string; readonly api_key: string } | null,
): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const saved = session && JSON.stringify({ email: session.email, key: session.api_key });
  await context.addInitScript((text) => {
    if (text !== null) localStorage.setItem('stoa.session', text);
    const seen = { time: 0, element: '' };
    Object.assign(globalThis, { largest_paint: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        seen.time = entry.startTime;
        seen.element = `${entry.element?.tagName ?? ''}.${entry.element?.className ?? ''}`;
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }, saved);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', SLOW_4G);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(url, { timeout: 60_000 });
  await page.waitForLoadState('load');
  await page.locator(session ? '#main h1' : '.sign-in h1').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(SETTLED_MS);
  const paint = await page.evaluate(() => {
    const { time, element } = (globalThis as unknown as { largest_paint: { time: number; element: string } })
      .largest_paint;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      first_ms: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      largest_ms: time,
      element,
      transferred_kb: entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    };
  });
  await context.close();
  return paint;
}
