// A reader in a separate browser, and the cost of their page.
import { type Browser, chromium, type Page } from 'playwright-core';

export interface Costs {
  /** Milliseconds the page's main thread was busy, and how much of that ran script. */
  readonly busy_ms: number;
  readonly script_ms: number;
  readonly layout_ms: number;
  readonly heap_mb: number;
}

export interface Reader {
  readonly page: Page;
  costs(): Promise<Costs>;
  /** The longest tasks since the last call, longest first. */
  longTasks(): Promise<number[]>;
  close(): Promise<void>;
}

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--expose-gc'] });

export async function openReader(
  browser: Browser,
  url: string,
  session: { email: string; api_key: string },
): Promise<Reader> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    (saved) => {
      localStorage.setItem('stoa.session', saved);
      const noted: number[] = [];
      Object.assign(globalThis, { noted_tasks: noted });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) noted.push(entry.duration);
      }).observe({ type: 'longtask', buffered: true });
      // Once a heading is in the main pane, the page responds to clicks and keys.
      new MutationObserver((_, observer) => {
        if (!document.querySelector('#main h1') || !document.querySelector('#sidebar .sidebar-link')) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('usable')));
      }).observe(document, { childList: true, subtree: true });
    },
    JSON.stringify({ email: session.email, key: session.api_key }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const session_of_tools = await context.newCDPSession(page);
  await session_of_tools.send('Performance.enable');
  await page.goto(url);
  return {
    page,
    async costs() {
      await page.evaluate(() => (globalThis as unknown as { gc?(): void }).gc?.());
      const { metrics } = await session_of_tools.send('Performance.getMetrics');
      const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return {
        busy_ms: value('TaskDuration') * 1000,
        script_ms: value('ScriptDuration') * 1000,
        layout_ms: (value('LayoutDuration') + value('RecalcStyleDuration')) * 1000,
        heap_mb: value('JSHeapUsedSize') / 1e6,
      };
    },
    longTasks: () =>
      page.evaluate(() => {
        const { noted_tasks } = globalThis as unknown as { noted_tasks: number[] };
        return noted_tasks.splice(0).sort((a, b) => b - a);
      }),
    async close() {
      await context.close();
    },
  };
}
