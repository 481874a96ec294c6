// P18: the longest wait for GET /health while one reader makes the most expensive calls that a search finds; and the cost of
// long reads compared with short ones.
import { type Endpoint, endpoints, type NarrowTerm } from '../../packages/contract/src/index.ts';
import { formOf, HostileCalls, isRepeatable } from '../../packages/testkit/src/hostile-calls.ts';
import { SeededRandom } from '../../packages/testkit/src/seeded-random.ts';
import { type Figure, figure, type Row } from '../figure.ts';
import { HttpSocket } from '../load/http-socket.ts';
import { LoopProbe } from '../load/loop-probe.ts';
import { authorization, get } from '../load/request.ts';
import { interleave, median } from '../statistics.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { world } from '../world/store.ts';
import { type StrainedWorld, strain, topicName, words } from '../world/strained-world.ts';

const SEED = 1;
const USERS = 300;
const TOPICS = 50;
const NARROWS = 60;
/** The worst calls found are repeated in each round. */
const WORST = 12;
const SHORT_READS = 300;
const GOAL_MS = 100;

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
}

function callOf({ id, method, path }: Endpoint, parameters: Record<string, unknown>): Call {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parameters[name])).slice(0, 1000));
  return { name: id, method, path: filled, form: formOf(parameters) };
}

async function longestWait(stoa: Stoa, { reader }: StrainedWorld, probe: LoopProbe, call: Call): Promise<number> {
  await probe.take();
  const address = `http://127.0.0.1:${stoa.port}/api/v1${call.path}`;
  const headers = { authorization: authorization(reader) };
  const response = await (call.method === 'GET'
    ? fetch(`${address}?${call.form}`, { headers })
    : fetch(address, { method: call.method, headers, body: call.form }));
  await response.arrayBuffer();
  // A probe sent in the last turn is answered after it.
  await Bun.sleep(5);
  return (await probe.take()).longest_ms;
}

/** The calls that made others wait longest, the worst first. */
async function search(stoa: Stoa, strained: StrainedWorld, probe: LoopProbe): Promise<Call[]> {
  const random = new SeededRandom(SEED);
  const topics = Array.from({ length: TOPICS }, (_, n) => topicName(n));
  const calls = new HostileCalls(random, { ...strained, topics, words });
  const found: { call: Call; waited_ms: number; narrow: NarrowTerm[] }[] = [];
  const attempt = async (call: Call, narrow: NarrowTerm[]) => {
    found.push({ call, narrow, waited_ms: await longestWait(stoa, strained, probe, call) });
    found.sort((a, b) => b.waited_ms - a.waited_ms);
  };
  for (let n = 0; n < NARROWS; n++) {
    const narrow =
      n > 5 && random.chance(0.6) ? calls.variationOf(random.pick(found.slice(0, 3)).narrow) : calls.narrow();
    await attempt(callOf(endpoints.getMessages, { anchor: 'newest', num_before: 5000, num_after: 0, narrow }), narrow);
  }
  for (const endpoint of Object.values(endpoints) as Endpoint[])
    if (isRepeatable(endpoint)) await attempt(callOf(endpoint, calls.parameters(endpoint)), []);
  return found.slice(0, WORST).map(({ call }) => call);
}

/** Milliseconds of one read of a channel's newest messages, run as a short read and as a long read. */
async function readsOf(stoa: Stoa, { reader, stream_ids }: StrainedWorld): Promise<[short: number, long: number]> {
  const socket = await HttpSocket.open(stoa.port);
  const times: [number, number] = [0, 0];
  const channel = { operator: 'channel', operand: stream_ids[4]! };
  for (const [kind, narrow] of [[channel], [channel, { operator: 'channels', operand: 'public' }]].entries()) {
    const request = get('/api/v1/messages', reader, {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: JSON.stringify(narrow),
    });
    const taken: number[] = [];
    for (let n = 0; n < SHORT_READS; n++) {
      const sent = performance.now();
      await socket.send(request);
      taken.push(performance.now() - sent);
    }
    times[kind] = median(taken);
  }
  socket.close();
  return times;
}

export const longestWaits: Row = {
  id: 'P18',
  title: 'longest wait for GET /health under the costliest calls, 10,000 messages',
  async run({ rounds }): Promise<Figure[]> {
    const place = await world(USERS);
    const stoa = await serve(place.directory);
    const strained = await strain(stoa, place);
    const probe = await LoopProbe.start(stoa.port);
    const worst = await search(stoa, strained, probe);
    const names = new Set(worst.map(({ name }) => name));
    const nothing = { name: 'nothing', method: 'GET', path: '/server_settings', form: new URLSearchParams() };
    const longest = async (calls: readonly Call[]) => {
      let most = 0;
      for (const call of calls) most = Math.max(most, await longestWait(stoa, strained, probe, call));
      return most;
    };
    const waits = await interleave(
      rounds,
      () => longest(worst.map(() => nothing)),
      () => longest(worst),
    );
    await probe.stop();
    const [short, long] = await readsOf(stoa, strained);
    await stoa.stop();
    return [
      figure({
        id: 'P18',
        work: longestWaits.title,
        unit: 'ms',
        rounds: waits,
        limit_is: 'the same probe while the server does next to nothing',
        goal: { of: 'ours', at: 'most', value: GOAL_MS },
        notes: [
          `the ${worst.length} worst of ${NARROWS} narrows and one call of every endpoint, seed ${SEED}: ${[...names].join(', ')}`,
          `50 messages of a channel: ${short.toFixed(2)} ms as a short read, ${long.toFixed(2)} ms as one that may be long`,
        ],
      }),
    ];
  },
};
