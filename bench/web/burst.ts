// Many messages in a short time: while their topic is on the screen, and all at once after a night without a connection.
import { openSockets } from '../load/http-socket.ts';
import { call, eachOver } from '../world/api.ts';
import type { LargeWorld } from './large-world.ts';
import type { Reader } from './reader.ts';

const PER_SECOND = 100;
const SOCKETS = 8;
const SETTLE_MS = 1500;

export type Line = readonly [what: string, value: string];

/** Counts frames until asked; the longest time between two of them in milliseconds. */
async function countFrames({ page }: Reader): Promise<() => Promise<{ per_second: number; longest_ms: number }>> {
  await page.evaluate(() => {
    const seen = { frames: 0, longest: 0, began: performance.now(), going: true };
    Object.assign(globalThis, { seen_frames: seen });
    let last = performance.now();
    const next = (now: number) => {
      seen.frames++;
      seen.longest = Math.max(seen.longest, now - last);
      last = now;
      if (seen.going) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  return () =>
    page.evaluate(() => {
      const { seen_frames: seen } = globalThis as unknown as {
        seen_frames: { frames: number; longest: number; began: number; going: boolean };
      };
      seen.going = false;
      return {
        per_second: (seen.frames / (performance.now() - seen.began)) * 1000,
        longest_ms: seen.longest,
      };
    });
}

/** Sends at a rate, or as fast as the server takes them, and returns the id of the newest. */
async function sendMany({ stoa, world, long }: LargeWorld, count: number, per_second: number | null): Promise<number> {
  const sockets = await openSockets(stoa.port, SOCKETS);
  const began = performance.now();
  const ids = await eachOver(
    sockets,
    Array.from({ length: count }, (_, n) => n),
    async (socket, n) => {
      if (per_second !== null) await Bun.sleep(Math.max(0, began + (n * 1000) / per_second - performance.now()));
      const message = { type: 'channel', to: long.channel_id, topic: long.topic, content: `One of many, ${n}` };
      return (await call<{ id: number }>(socket, world.owner, 'POST', '/api/v1/messages', message)).id;
    },
  );
  for (const socket of sockets) socket.close();
  return Math.max(...ids);
}

async function measured(reader: Reader, what: string, work: () => Promise<number>): Promise<Line> {
  await reader.longTasks();
  const before = await reader.costs();
  const frames = await countFrames(reader);
  const newest = await work();
  const began = performance.now();
  await reader.page.locator(`article[data-message-id="${newest}"]`).waitFor();
  const behind_ms = performance.now() - began;
  await Bun.sleep(SETTLE_MS);
  const { per_second, longest_ms } = await frames();
  const tasks = await reader.longTasks();
  const busy_ms = (await reader.costs()).busy_ms - before.busy_ms;
  return [
    what,
    `${per_second.toFixed(0)} frames/s, longest ${longest_ms.toFixed(0)} ms; tasks over 50 ms: ${tasks.length} ` +
      `(longest ${(tasks[0] ?? 0).toFixed(0)} ms); ${busy_ms.toFixed(0)} ms busy; newest ${behind_ms.toFixed(0)} ms later`,
  ];
}

/** With the topic on the screen, at its end. */
export async function burst(reader: Reader, world: LargeWorld, count: number): Promise<Line[]> {
  const many = count.toLocaleString('en');
  const live = await measured(reader, `${many} messages at ${PER_SECOND}/s`, () => sendMany(world, count, PER_SECOND));
  const context = reader.page.context();
  await context.setOffline(true);
  const newest = await sendMany(world, count, null);
  const caught = await measured(reader, `${many} messages after a night offline`, async () => {
    await context.setOffline(false);
    return newest;
  });
  return [live, caught];
}
