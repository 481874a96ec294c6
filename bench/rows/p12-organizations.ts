// P12-organizations: durable sends/s to one, two and four organizations of one PostgreSQL, through two nodes beside one node.
import { type Figure, figure, type Options, type Row } from '../figure.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { type HttpSocket, openSockets } from '../load/http-socket.ts';
import { submit, toHost } from '../load/request.ts';
import { interleave, quantile } from '../statistics.ts';
import { scratch } from '../world/directories.ts';
import { startPostgres, whyNoCluster } from '../world/postgres.ts';
import { seedUsers } from '../world/seed-users.ts';
import { initStore, type Stoa, serve } from '../world/stoa-process.ts';
import { messageText, sendRequest } from '../world/store.ts';

const COUNTS = [1, 2, 4];
const MOST = Math.max(...COUNTS);
const SENDERS = 64;
const SUBSCRIBERS = 50;
const NODES = 2;

interface Organization {
  /** The call that makes its channel of all senders. */
  readonly makeChannel: Buffer;
  /** One for each sender. */
  readonly requests: readonly Buffer[];
}

async function organization(directory: string, database: string, n: number): Promise<Organization> {
  const host = `bench-${n}.example`;
  const owner = await initStore(directory, database, host);
  const users = await seedUsers(directory, SUBSCRIBERS, database, host);
  const makeChannel = submit('POST', '/api/v1/users/me/subscriptions', owner, {
    subscriptions: JSON.stringify([{ name: 'bench' }]),
    principals: JSON.stringify(users.map(({ user_id }) => user_id)),
  });
  const requests = Array.from({ length: SENDERS }, (_, at) =>
    sendRequest(users[at % SUBSCRIBERS]!, 'bench', `topic ${at % 8}`, messageText(`sender ${at}:`)),
  );
  return { makeChannel: toHost(makeChannel, host), requests: requests.map((request) => toHost(request, host)) };
}

/** The senders are dealt to this many of the organizations, one after another. */
function dealt(all: readonly Organization[], count: number) {
  return (sender: number) => all[sender % count]!.requests[sender]!;
}

async function measure(
  all: readonly Organization[],
  count: number,
  [one, two]: readonly [readonly HttpSocket[], readonly HttpSocket[]],
  { rounds, seconds }: Options,
): Promise<Figure> {
  const next = dealt(all, count);
  const latencies: number[] = [];
  const through = async (sockets: readonly HttpSocket[]) => {
    const result = await closedLoop([...sockets], { seconds }, next);
    if (sockets === two) latencies.push(...result.latencies_ms);
    return result.requests / result.seconds;
  };
  const measured = await interleave(
    rounds,
    () => through(one),
    () => through(two),
  );
  return figure({
    id: `P12-organizations ${count}`,
    work: `PostgreSQL, ${NODES} nodes: durable sends/s to ${count} organization${count === 1 ? '' : 's'}, ${SENDERS} concurrent senders`,
    unit: 'sends/s',
    rounds: measured,
    limit_is: 'the same through one node',
    notes: [`latency through two nodes: p50 ${quantile(latencies, 0.5).toFixed(1)} ms`],
  });
}

async function onNodes(nodes: readonly [Stoa, Stoa], all: readonly Organization[], options: Options) {
  const [first, second] = [await openSockets(nodes[0].port, SENDERS), await openSockets(nodes[1].port, SENDERS)];
  for (const { makeChannel } of all) {
    const { status, body } = await first[0]!.send(makeChannel);
    if (status !== 200) throw new Error(`status ${status}: ${body}`);
  }
  // Each organization has senders at both nodes.
  const both = first.map((socket, at) => (Math.floor(at / MOST) % NODES === 0 ? socket : second[at]!));
  for (const count of COUNTS)
    for (const sockets of [first, second]) await closedLoop(sockets, { requests: 1000 }, dealt(all, count));
  const figures: Figure[] = [];
  for (const count of COUNTS) figures.push(await measure(all, count, [first, both], options));
  for (const socket of [...first, ...second]) socket.close();
  return figures;
}

export const organizations: Row = {
  id: 'P12-organizations',
  title: 'PostgreSQL, one and two nodes: durable sends/s to one, two and four organizations',
  async run(options) {
    const why = whyNoCluster();
    if (why !== null) throw new Error(why);
    const cluster = await startPostgres({ durable: true });
    try {
      const directory = scratch('organizations');
      const all: Organization[] = [];
      for (let n = 0; n < MOST; n++) all.push(await organization(directory, cluster.url, n));
      const nodes = [await serve(directory, cluster.url), await serve(directory, cluster.url)] as const;
      try {
        return await onNodes(nodes, all, options);
      } finally {
        for (const node of nodes) await node.stop();
      }
    } finally {
      await cluster.stop();
    }
  },
};
