// P10 and P5: searching in a million messages, and reading the newest of a channel among them as among ten thousand.
import { statSync } from 'node:fs';
import { type Figure, figure, type Options, type Row } from '../figure.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket, openSockets } from '../load/http-socket.ts';
import { get } from '../load/request.ts';
import { median } from '../statistics.ts';
import { fillArchive, RARE, UNCOMMON } from '../world/archive.ts';
import { databaseFile } from '../world/directories.ts';
import { bytesOfDatabase, fillPostgresArchive, startPostgres, whyNoCluster } from '../world/postgres.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, messageText, sendRequest, type World, world, worldIn } from '../world/store.ts';

const MANY = 1_000_000;
const FEW = 10_000;
const CHANNELS = ['bench one', 'bench two', 'bench three', 'bench four', 'bench five'];
const REQUESTS = 60;

type Narrow = [string, string][];

/** The channels, with a message in each to make the others from. */
async function begin(place: World): Promise<World> {
  const stoa = await serve(place.directory, place.database);
  const [socket] = await openSockets(stoa.port, 1);
  for (const name of CHANNELS) {
    await makeChannel(stoa, place, name, place.users);
    await socket!.send(sendRequest(place.users[0]!, name, 'topic', messageText('first:')));
  }
  socket!.close();
  await stoa.stop();
  return place;
}

async function archive(messages: number): Promise<{ place: World; common: string }> {
  const place = await begin(await world(2));
  return { place, ...fillArchive(place.directory, messages) };
}

interface Asked {
  place: World;
  narrow: Narrow;
}

/** The median of so many requests, one after another, in each round; the rounds of all that is asked take turns. */
async function measure(asked: Record<string, Asked>, rounds: number) {
  const running = new Map<World, { stoa: Stoa; socket: HttpSocket }>();
  for (const { place } of Object.values(asked)) {
    if (running.has(place)) continue;
    const stoa = await serve(place.directory, place.database);
    running.set(place, { stoa, socket: await HttpSocket.open(stoa.port) });
  }
  const found: Record<string, number> = {};
  const times: Record<string, number[]> = {};
  const cpu: Record<string, CpuMeter> = {};
  for (let round = 0; round <= rounds; round++)
    for (const [name, { place, narrow }] of Object.entries(asked)) {
      const { stoa, socket } = running.get(place)!;
      const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow: JSON.stringify(narrow) };
      const request = get('/api/v1/messages', place.users[0]!, query);
      const latencies: number[] = [];
      cpu[name] ??= new CpuMeter();
      // The first round warms up.
      const end = round > 0 ? cpu[name].begin(stoa.pid) : () => {};
      for (let n = 0; n < REQUESTS; n++) {
        const started = performance.now();
        const reply = await socket.send(request);
        latencies.push(performance.now() - started);
        if (reply.status !== 200) throw new Error(`${name}: status ${reply.status}`);
        if (n === 0) found[name] = (JSON.parse(reply.body.toString('utf8')) as { messages: unknown[] }).messages.length;
      }
      end();
      if (round > 0) times[name] = [...(times[name] ?? []), median(latencies)];
    }
  for (const { stoa, socket } of running.values()) {
    socket.close();
    await stoa.stop();
  }
  const note = (name: string) => cpu[name]!.serverMicroseconds(REQUESTS * rounds);
  return { times, found, note };
}

const narrowsOf = (common: string): Record<string, Narrow> => ({
  rare: [['search', RARE]],
  uncommon: [['search', UNCOMMON]],
  common: [['search', common]],
  'common, in a channel': [
    ['channel', CHANNELS[1]!],
    ['search', common],
  ],
  'uncommon and common': [['search', `${UNCOMMON} ${common}`]],
});
const newest: Narrow = [['channel', CHANNELS[0]!]];

/** The figures of one engine: each search beside what it may take. */
function searched(
  id: string,
  narrows: Record<string, Narrow>,
  { times, found, note }: Awaited<ReturnType<typeof measure>>,
  bytes: number,
  at_most_ms: number,
): Figure[] {
  return Object.keys(narrows).map((name) =>
    figure({
      id,
      work: `search in ${MANY.toLocaleString('en')} messages: ${name}`,
      unit: 'ms',
      rounds: { ours: times[name]!, limit: [] },
      goal: { of: 'ours', at: 'most', value: at_most_ms },
      notes: [
        `${found[name]} messages answered; the store has ${Math.round(bytes / MANY)} bytes a message; ${note(name)}`,
      ],
    }),
  );
}

async function embedded(rounds: number): Promise<Figure[]> {
  const few = await archive(FEW);
  const { place, common } = await archive(MANY);
  const narrows = narrowsOf(common);
  const measured = await measure(
    {
      few: { place: few.place, narrow: newest },
      many: { place, narrow: newest },
      ...Object.fromEntries(Object.entries(narrows).map(([name, narrow]) => [name, { place, narrow }])),
    },
    rounds,
  );
  const { times, note } = measured;
  const p5 = {
    work: `newest 100 of a channel among ${MANY.toLocaleString('en')} messages, p50`,
    unit: 'ms',
    rounds: { ours: times.many!, limit: times.few! },
    limit_is: `the same among ${FEW.toLocaleString('en')}`,
  };
  return [
    figure({ id: 'P5', ...p5, goal: { of: 'ratio', at: 'most', value: 1.3 }, notes: [note('many')] }),
    figure({ id: 'P5 time', ...p5, goal: { of: 'ours', at: 'most', value: 3 } }),
    ...searched('P10', narrows, measured, statSync(databaseFile(place.directory)).size, 5),
  ];
}

async function postgres(rounds: number): Promise<Figure[]> {
  const why = whyNoCluster();
  if (why !== null) {
    console.error(`P10: not measured on PostgreSQL: ${why}`);
    return [];
  }
  const cluster = await startPostgres();
  try {
    const place = await begin(await worldIn(cluster.url, 2));
    const { common } = await fillPostgresArchive(cluster.url, MANY);
    const narrows = narrowsOf(common);
    const asked = Object.entries(narrows).map(([name, narrow]) => [name, { place, narrow }]);
    const measured = await measure(Object.fromEntries(asked), rounds);
    return searched('P10 postgres', narrows, measured, await bytesOfDatabase(cluster.url), 40);
  } finally {
    await cluster.stop();
  }
}

export const search: Row = {
  id: 'P10',
  title: `search in ${MANY.toLocaleString('en')} messages, p50`,
  async run({ rounds }: Options): Promise<Figure[]> {
    return [...(await embedded(rounds)), ...(await postgres(rounds))];
  },
};
