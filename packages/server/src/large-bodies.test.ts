// Many large requests of one person at once: whoever else asks for something waits for one of them, not for all.
import { expect, it } from 'bun:test';
import { basic, serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();

/** The longest time in which nothing else of this process ran. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 1);
  await work();
  clearInterval(timer);
  return longest;
}

it('[HT892] large bodies are validated in turns', async () => {
  const narrow = JSON.stringify(Array.from({ length: 19_000 }, (_, at) => ['topic', `t${at}`]));
  const body = new TextEncoder().encode(new URLSearchParams({ event_types: '["message"]', narrow }).toString());
  const headers = { ...basic(cast.dara), 'content-type': 'application/x-www-form-urlencoded' };
  const post = () =>
    fetch(`${server.url}/api/v1/register`, { method: 'POST', headers, body }).then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    });
  expect(await post()).toBe(400);
  const single = await longestPause(post);
  const many = await longestPause(() => Promise.all(Array.from({ length: 30 }, post)));
  // Arriving together still takes a third of a second; validated in one turn, they took two and more.
  expect(many).toBeLessThan(700 + 5 * single);
}, 60_000);

it('[HT911] messages that take long to render and to index are rendered and indexed in turns', async () => {
  await cast.dara.subscribe({ subscriptions: [{ name: 'code' }] });
  const content = `\`\`\`js\n${"let a = 'b' + 1; ".repeat(560)}\n\`\`\``;
  const send = () => cast.dara.sendMessage({ type: 'channel', to: 'code', topic: 't', content });
  const preview = () => cast.dara.renderMessage({ content });
  const asks: (() => Promise<unknown>)[] = [send, preview];
  for (const ask of asks) {
    await ask();
    const began = performance.now();
    const longest = await longestPause(() => Promise.all(Array.from({ length: 100 }, ask)));
    // In one turn, nothing else ran for a quarter of the time and more.
    expect(longest).toBeLessThan((performance.now() - began) / 5);
  }
}, 120_000);
