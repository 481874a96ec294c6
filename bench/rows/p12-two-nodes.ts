// P12: two nodes on one PostgreSQL with durable commits: sends per second through both at once, and the delay from the
// commit on one node until a poll waiting at the other receives the message.
import { type Figure, figure, type Options, type Row } from '../figure.ts';
import { assertSameRows, BareInserts, countRows } from '../limits/bare-inserts.ts';
import { BareNotify } from '../limits/bare-notify.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket, openSockets } from '../load/http-socket.ts';
import { get } from '../load/request.ts';
import { interleave, median, quantile } from '../statistics.ts';
import { startPostgres, whyNoCluster } from '../world/postgres.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, registerQueues, sendRequest, type World, worldIn } from '../world/store.ts';

const SENDERS = 64;
const SUBSCRIBERS = 50;
const GROUP = 32;
const DELIVERIES = 200;

async function withNodes<T>(place: World, use: (nodes: Stoa[]) => Promise<T>): Promise<T> {
  const nodes = [await serve(place.directory, place.database), await serve(place.directory, place.database)];
  try {
    return await use(nodes);
  } finally {
    for (const node of nodes) await node.stop();
  }
}

const requestsOf = ({ users }: World) =>
  Array.from({ length: SENDERS }, (_, n) =>
    sendRequest(users[n % SUBSCRIBERS]!, 'bench', `topic ${n % 8}`, messageText(`sender ${n}:`)),
  );

const openAll = async (nodes: Stoa[]) =>
  (await Promise.all(nodes.map(({ port }) => openSockets(port, SENDERS / nodes.length)))).flat();

/** Sends messages like all later ones, and records what they wrote. */
async function warmUp(place: World, nodes: Stoa[]): Promise<void> {
  const requests = requestsOf(place);
  await makeChannel(nodes[0]!, place, 'bench', place.users);
  const sockets = await openAll(nodes);
  const send = (count: number) => closedLoop(sockets, { requests: count }, (n) => requests[n]!);
  // The first sender in a topic follows it, which writes a row and an event that later sends do not.
  await send(2 * SENDERS);
  const before = await countRows(place.database!);
  const { requests: sent } = await send(2000);
  assertSameRows(before, await countRows(place.database!), sent);
  for (const socket of sockets) socket.close();
}

async function sends(place: World, nodes: Stoa[], bare: BareInserts, { rounds, seconds }: Options): Promise<Figure> {
  const sockets = await openAll(nodes);
  const requests = requestsOf(place);
  await closedLoop(sockets, { seconds }, (n) => requests[n]!);
  await bare.perSecond(seconds, GROUP);
  const cpu = new CpuMeter();
  const latencies: number[] = [];
  const measured = await interleave(
    rounds,
    () => bare.perSecond(seconds, GROUP),
    async () => {
      const ends = nodes.map(({ pid }) => cpu.begin(pid));
      const result = await closedLoop(sockets, { seconds }, (n) => requests[n]!);
      for (const end of ends) end();
      latencies.push(...result.latencies_ms);
      return result.requests / result.seconds;
    },
  );
  for (const socket of sockets) socket.close();
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(latencies, q).toFixed(1));
  return figure({
    id: 'P12 sends',
    work: `PostgreSQL, ${nodes.length} nodes: durable sends/s, ${SENDERS} concurrent senders, channel of ${SUBSCRIBERS}`,
    unit: 'sends/s',
    rounds: measured,
    limit_is: `the same rows, bare pg, groups of ${GROUP}, synchronous_commit=on`,
    goal: { of: 'ratio', at: 'least', value: 0.5 },
    notes: [
      `latency of one send with ${SENDERS} in flight: p50 ${p50} ms, p99 ${p99} ms; ${cpu.serverMicroseconds(latencies.length)} (both nodes, without PostgreSQL)`,
    ],
  });
}

/** Milliseconds from the response of a send at one node to that of a poll waiting at the other, for each of this many. */
async function deliveries(place: World, [here, there]: Stoa[], count: number): Promise<number[]> {
  const [sender, reader] = place.users;
  const [queue] = await registerQueues(there!, [reader!]);
  let { last_event_id } = queue!;
  const [sending, polling] = await Promise.all([HttpSocket.open(here!.port), HttpSocket.open(there!.port)]);
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const poll = get('/api/v1/events', reader, { queue_id: queue!.queue_id, last_event_id });
    const polled = polling.send(poll).then((reply) => ({ at: performance.now(), reply }));
    await Bun.sleep(5); // the poll waits by then
    await sending.send(sendRequest(sender!, 'bench', 'delivery', messageText(`delivery ${n}:`)));
    const committed = performance.now();
    const { at, reply } = await polled;
    const { events } = JSON.parse(reply.body.toString('utf8')) as { events: { id: number; type: string }[] };
    if (events.length !== 1 || events[0]!.type !== 'message') throw new Error(`delivered: ${reply.body}`);
    last_event_id = events[0]!.id;
    times.push(at - committed);
  }
  sending.close();
  polling.close();
  return times;
}

async function delivery(place: World, nodes: Stoa[], { rounds }: Options): Promise<Figure> {
  const bare = await BareNotify.open(place.database!);
  const all: number[] = [];
  await bare.times(DELIVERIES);
  await deliveries(place, nodes, DELIVERIES);
  const measured = await interleave(
    rounds,
    async () => median(await bare.times(DELIVERIES)),
    async () => {
      const times = await deliveries(place, nodes, DELIVERIES);
      all.push(...times);
      return median(times);
    },
  );
  await bare.close();
  return figure({
    id: 'P12 delivery',
    work: 'PostgreSQL: commit on one node to delivery by a poll at the other, p50',
    unit: 'ms',
    rounds: measured,
    limit_is: 'bare NOTIFY on one connection to the notification on another',
    goal: { of: 'ratio', at: 'most', value: 2 },
    notes: [`from the answer to the sender; p99 ${quantile(all, 0.99).toFixed(2)} ms`],
  });
}

export const twoNodes: Row = {
  id: 'P12',
  title: 'PostgreSQL, two nodes: durable sends/s, and delivery from one to the other',
  async run(options) {
    const why = whyNoCluster();
    if (why !== null) throw new Error(why);
    const cluster = await startPostgres({ durable: true });
    try {
      const place = await worldIn(cluster.url, SUBSCRIBERS);
      await withNodes(place, (nodes) => warmUp(place, nodes));
      const bare = await BareInserts.copyOf(cluster.url);
      const figures = await withNodes(place, async (nodes) => [
        await sends(place, nodes, bare, options),
        await delivery(place, nodes, options),
      ]);
      await bare.close();
      return figures;
    } finally {
      await cluster.stop();
    }
  },
};
