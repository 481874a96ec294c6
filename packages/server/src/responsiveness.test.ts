// With ten thousand messages no request blocks others for long, whatever it asks for. Benchmark P18 measures how long.
import { beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import { type Endpoint, endpoints, type NarrowTerm } from '@stoa/contract';
import { basic, formOf, HostileCalls, isRepeatable, SeededRandom, serveTests } from '@stoa/testkit';

setDefaultTimeout(240_000);

const SEED = Number(process.env.STOA_SEED ?? 1);
const MESSAGES = 10_000;
const SENDERS = 64;
const NARROWS = 40;
const TIME_LIMIT_MS = 1000;
/** Far longer than bounded work takes on any machine, far shorter than unbounded work. */
const LONGEST_WAIT_MS = 3000;
const WORDS = ['release', 'stone', 'walked', 'blue', 'garden', 'notes', '東京都', 'ёлка'];
const TOPICS = Array.from({ length: 20 }, (_, n) => `topic ${n}`);

const { server, cast } = await serveTests({
  long_reads: { time_limit_ms: TIME_LIMIT_MS, waiting_each: 1000, max_wait_ms: 240_000 },
});
let calls: HostileCalls;
const message_ids: number[] = [];
const random = new SeededRandom(SEED);

beforeAll(async () => {
  const people = [cast.dara, cast.eli, cast.bela];
  await cast.dara.subscribe({ subscriptions: [{ name: 'garden' }], principals: people.map(({ user_id }) => user_id) });
  const { stream_id } = await cast.dara.getStreamId({ stream: 'garden' });
  let next = 0;
  const send = async () => {
    while (next < MESSAGES) {
      const n = next++;
      const content = Array.from({ length: 8 }, (_, at) => WORDS[(n * 7 + at * at) % WORDS.length]).join(' ');
      const to = { type: 'channel', to: 'garden', topic: TOPICS[n % TOPICS.length]!, content } as const;
      message_ids.push((await people[n % people.length]!.sendMessage(to)).id);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  const facts = { stream_ids: [stream_id], message_ids, topics: TOPICS, words: WORDS };
  calls = new HostileCalls(random, { ...facts, user_ids: people.map(({ user_id }) => user_id) });
});

interface Cost {
  readonly status: number;
  readonly ms: number;
  /** The longest wait for GET /health meanwhile. */
  readonly waited_ms: number;
}

/** Calls an endpoint while polling GET /health. */
async function cost({ method, path }: Endpoint, parameters: Record<string, unknown>): Promise<Cost> {
  const form = formOf(parameters);
  const address = `${server.url}/api/v1${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parameters[name])).slice(0, 1000))}`;
  const headers = basic(cast.eli);
  let done = false;
  const began = performance.now();
  const called = (
    method === 'GET' ? fetch(`${address}?${form}`, { headers }) : fetch(address, { method, headers, body: form })
  )
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    .finally(() => {
      done = true;
    });
  let waited_ms = 0;
  do {
    const started_at = performance.now();
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    waited_ms = Math.max(waited_ms, performance.now() - started_at);
  } while (!done);
  return { status: await called, ms: performance.now() - began, waited_ms };
}

const getMessages = { ...endpoints.getMessages } as Endpoint;

it(`[HT22] the costliest known narrows block nobody, seed ${SEED}`, async () => {
  const worst: { narrow: NarrowTerm[]; ms: number }[] = [];
  for (let n = 0; n < NARROWS; n++) {
    const narrow =
      worst.length > 2 && random.chance(0.6)
        ? calls.variationOf(random.pick(worst.slice(0, 3)).narrow)
        : calls.narrow();
    const request = { anchor: 'newest', num_before: 5000, num_after: 0, narrow };
    const { status, ms, waited_ms } = await cost(getMessages, request);
    expect([JSON.stringify(narrow), [200, 400].includes(status), waited_ms < LONGEST_WAIT_MS]).toEqual([
      JSON.stringify(narrow),
      true,
      true,
    ]);
    worst.push({ narrow, ms });
    worst.sort((a, b) => b.ms - a.ms);
  }
});

it('[HT22] a search for many phrases in many messages blocks nobody', async () => {
  const phrases = WORDS.flatMap((first) => WORDS.map((other) => `"${first} ${other}"`));
  const terms = [phrases.slice(0, 32), phrases.slice(32)].map((some) => ({
    operator: 'search',
    operand: some.join(' '),
    negated: true,
  }));
  const narrow = [{ operator: 'search', operand: 'release', negated: false }, ...terms];
  const { status, waited_ms } = await cost(endpoints.matchesNarrow, { msg_ids: message_ids.slice(0, 5000), narrow });
  // If it exceeds its time limit, it is stopped.
  expect([[200, 400].includes(status), waited_ms < LONGEST_WAIT_MS]).toEqual([true, true]);
});

it(`[HT22] no other endpoint with its largest parameters blocks anybody, seed ${SEED}`, async () => {
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    if (!isRepeatable(endpoint)) continue;
    const { status, waited_ms } = await cost(endpoint, calls.parameters(endpoint));
    expect([endpoint.id, status < 500, waited_ms < LONGEST_WAIT_MS]).toEqual([endpoint.id, true, true]);
  }
});
