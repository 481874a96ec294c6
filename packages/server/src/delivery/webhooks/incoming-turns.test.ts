// Many large requests to incoming webhooks at once.
import { expect, it } from 'bun:test';
import { type Person, serveTests } from '@stoa/testkit';

const { server, cast } = await serveTests();
await cast.dara.subscribe({ subscriptions: [{ name: 'hooks' }], principals: [cast.eli.user_id] });

const newHook = async (who: Person, short_name: string) =>
  (await who.createBot({ full_name: short_name, short_name, bot_type: 2 })).api_key;
const post = (api_key: string, payload: unknown) =>
  fetch(`${server.url}/api/v1/external/slack_incoming?api_key=${api_key}&stream=hooks&topic=t`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  }).then(async (response) => {
    await response.arrayBuffer();
    return response.status;
  });

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

it('[WH890] large bodies of one owner are read one after another, with turns for everybody else', async () => {
  const hog = await newHook(cast.dara, 'hog');
  const text = '*_~`'.repeat(5000);
  const fields = Array.from({ length: 50 }, () => ({ title: 'a', value: text.slice(0, 500) }));
  const large = { text, attachments: Array.from({ length: 50 }, () => ({ title: text.slice(0, 2000), fields })) };
  expect(await post(hog, large)).toBe(200);
  const single = await longestPause(() => post(hog, large));
  const many = await longestPause(() => Promise.all(Array.from({ length: 25 }, () => post(hog, large))));
  expect(many).toBeLessThan(200 + 5 * single);
}, 60_000);

it('[WH890] whoever has more waiting than fits has to try again', async () => {
  const hog = await newHook(cast.dara, 'more');
  const large = { text: 'x', other: 'y'.repeat(4_000_000) };
  const statuses = await Promise.all(Array.from({ length: 40 }, () => post(hog, large)));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
}, 60_000);
