// P10 and P5: searching a million messages, and reading the newest of a channel among a million as among ten thousand, also
// for somebody who can read half a percent of them.
import { statSync } from 'node:fs';
import { type Figure, figure, type Options, type Row } from '../figure.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket } from '../load/http-socket.ts';
import { get } from '../load/request.ts';
import { median } from '../statistics.ts';
import { RARE, UNCOMMON } from '../world/archive.ts';
import { archive, beginArchive, CHANNELS, READERS, readersOf } from '../world/archived.ts';
import { databaseFile } from '../world/directories.ts';
import { bytesOfDatabase, fillPostgresArchive, startPostgres, whyNoCluster } from '../world/postgres.ts';
import type { SeededUser } from '../world/seed-users.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { type World, worldIn } from '../world/store.ts';

const MANY = 1_000_000;
const FEW = 10_000;
const REQUESTS = 60;

type Narrow = [string, string][];

interface SearchRequest {
  place: World;
  narrow: Narrow;
  /** Defaults to an account subscribed to every channel. */
  as?: SeededUser;
}

/** The median of this many requests, one after another, per round; rounds of different requests alternate. */
async function measure(requests: Record<string, SearchRequest>, rounds: number) {
  const running = new Map<World, { stoa: Stoa; socket: HttpSocket }>();
  for (const { place } of Object.values(requests)) {
    if (running.has(place)) continue;
    const stoa = await serve(place.directory, place.database);
    running.set(place, { stoa, socket: await HttpSocket.open(stoa.port) });
  }
  const found: Record<string, number> = {};
  const times: Record<string, number[]> = {};
  const cpu: Record<string, CpuMeter> = {};
  for (let round = 0; round <= rounds; round++)
    for (const [name, { place, narrow, as = readersOf(place).all }] of Object.entries(requests)) {
      const { stoa, socket } = running.get(place)!;
      const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow: JSON.stringify(narrow) };
      const request = get('/api/v1/messages', as, query);
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

/** The figures of one engine: each search beside its goal. */
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
      seldom: { place, narrow: [], as: readersOf(place).seldom },
      ...Object.fromEntries(Object.entries(narrows).map(([name, narrow]) => [name, { place, narrow }])),
    },
    rounds,
  );
  const { times, note, found } = measured;
  for (const name of ['few', 'many', 'seldom'])
    if (found[name] !== 100) throw new Error(`${name}: ${found[name]} messages, not 100`);
  const p5 = (name: 'many' | 'seldom', what: string) => ({
    work: `newest 100 of ${what} among ${MANY.toLocaleString('en')} messages, p50`,
    unit: 'ms',
    rounds: { ours: times[name]!, limit: times.few! },
    limit_is: `the newest 100 of a channel among ${FEW.toLocaleString('en')}`,
    notes: [note(name)],
  });
  const ratio = { of: 'ratio', at: 'most', value: 1.3 } as const;
  return [
    figure({ id: 'P5', ...p5('many', 'a channel'), goal: ratio }),
    figure({ id: 'P5 time', ...p5('many', 'a channel'), goal: { of: 'ours', at: 'most', value: 3 } }),
    figure({ id: 'P5 seldom', ...p5('seldom', 'all that somebody receives who gets 0.5 %'), goal: ratio }),
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
    const place = await beginArchive(await worldIn(cluster.url, READERS));
    const { common } = await fillPostgresArchive(cluster.url, MANY);
    const narrows = narrowsOf(common);
    const requests = Object.entries(narrows).map(([name, narrow]) => [name, { place, narrow }]);
    const measured = await measure(Object.fromEntries(requests), rounds);
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
