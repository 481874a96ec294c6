// P6: a full register (everything fetched, as a mobile client asks) in organizations of 20, 1,000 and 10,000 users.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, figure, type Row } from '../figure.ts';
import { startBareServe } from '../limits/child.ts';
import { CpuMeter } from '../load/cpu-share.ts';
import { HttpSocket } from '../load/http-socket.ts';
import { LoopProbe } from '../load/loop-probe.ts';
import { accepting, submit } from '../load/request.ts';
import { interleave, median, quantile, type Rounds } from '../statistics.ts';
import { CLIENT_CAPABILITIES, call } from '../world/api.ts';
import { scratch } from '../world/directories.ts';
import { fillOrganization } from '../world/organization.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, type World, world } from '../world/store.ts';
import { registerAfterAbsence } from './p6-away.ts';

/** Number of accounts that register while the event loop is watched. */
const WATCHED = 20;

interface Size {
  readonly users: number;
  readonly channels: number;
  readonly goal_ms: number;
  /** In each round. */
  readonly registers: number;
  fill(stoa: Stoa, place: World): Promise<void>;
}

const everybodyInAll = (channels: number) => async (stoa: Stoa, place: World) => {
  for (let n = 0; n < channels; n++) await makeChannel(stoa, place, `channel ${n}`, place.users);
};
const SIZES: readonly Size[] = [
  { users: 20, channels: 10, goal_ms: 5, registers: 60, fill: everybodyInAll(10) },
  { users: 1000, channels: 10, goal_ms: 15, registers: 60, fill: everybodyInAll(10) },
  {
    users: 10_000,
    channels: 1000,
    goal_ms: 100,
    registers: 20,
    fill: (stoa, place) => fillOrganization(stoa, place, 1000),
  },
];

const registering = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: CLIENT_CAPABILITIES,
};

interface Measured {
  readonly figures: Figure[];
  readonly ms_per_mb: Rounds['ours'];
}

/** The same with each encoding: time and size of the response. */
async function compressed(socket: HttpSocket, request: Buffer, registers: number): Promise<string> {
  const notes: string[] = [];
  for (const encoding of ['gzip', 'zstd']) {
    const accepted = accepting(request, encoding);
    const latencies: number[] = [];
    let bytes = 0;
    for (let n = 0; n < registers; n++) {
      const sent = performance.now();
      bytes = (await socket.send(accepted)).body.length;
      latencies.push(performance.now() - sent);
    }
    notes.push(`${encoding} ${(bytes / 1000).toFixed(0)} KB after ${median(latencies).toFixed(1)} ms`);
  }
  return `compressed: ${notes.join(', ')}`;
}

/** The longest wait of another client while accounts register for the first time, one after another. */
async function longestBlock(stoa: Stoa, { users }: World, rounds: number): Promise<Figure> {
  const socket = await HttpSocket.open(stoa.port);
  const probe = await LoopProbe.start(stoa.port);
  const blocked: number[] = [];
  const idle: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await probe.take();
    await Bun.sleep(500);
    idle.push((await probe.take()).longest_ms);
    for (let n = 0; n < WATCHED; n++)
      await socket.send(submit('POST', '/api/v1/register', users[round * WATCHED + n]!, registering));
    blocked.push((await probe.take()).longest_ms);
  }
  await probe.stop();
  socket.close();
  return figure({
    id: 'P6 block',
    work: `longest wait for GET /health while ${WATCHED} of ${(users.length + 1).toLocaleString('en')} users register`,
    unit: 'ms',
    rounds: { limit: [], ours: blocked },
    goal: { of: 'ours', at: 'most', value: 20 },
    notes: [`upper bound of the loop's longest block; ${median(idle).toFixed(1)} ms in the half second before`],
  });
}

async function registerOf({ users, channels, goal_ms, registers, fill }: Size, rounds: number): Promise<Measured> {
  const place = await world(users - 1); // the owner is one of them
  let stoa = await serve(place.directory);
  await fill(stoa, place);
  await stoa.stop();
  stoa = await serve(place.directory);
  const user = place.users[0]!;
  const request = submit('POST', '/api/v1/register', user, registering);
  const socket = await HttpSocket.open(stoa.port);
  const started = performance.now();
  const sample = await socket.send(request);
  const first_ms = performance.now() - started;
  if (sample.status !== 200) throw new Error(`register: ${sample.body.toString('utf8', 0, 300)}`);
  const bodyFile = join(scratch('p6'), 'body.json');
  writeFileSync(bodyFile, sample.body);
  const bare = await startBareServe(bodyFile);
  const bareSocket = await HttpSocket.open(bare.port);

  const all: number[] = [];
  const p50 = async (of: HttpSocket, real: boolean) => {
    const latencies: number[] = [];
    for (let n = 0; n < registers; n++) {
      const sent = performance.now();
      const reply = await of.send(request);
      latencies.push(performance.now() - sent);
      if (!real) continue;
      const { queue_id } = JSON.parse(reply.body.toString('utf8')) as { queue_id: string };
      await call(socket, user, 'DELETE', '/api/v1/events', { queue_id });
    }
    if (real) all.push(...latencies);
    return median(latencies);
  };
  await p50(bareSocket, false);
  await p50(socket, true);
  all.length = 0;
  const cpu = new CpuMeter();
  const measured = await interleave(
    rounds,
    () => p50(bareSocket, false),
    async () => {
      const end = cpu.begin(stoa.pid);
      const result = await p50(socket, true);
      end();
      return result;
    },
  );
  await bare.stop();
  const megabytes = sample.body.length / 1e6;
  const size = users.toLocaleString('en');
  const figures = [
    figure({
      id: `P6 ${size}`,
      work: `full register, ${size} users, ${channels.toLocaleString('en')} channels, p50`,
      unit: 'ms',
      rounds: measured,
      limit_is: `bare Bun.serve answering the same ${sample.body.length} bytes`,
      goal: { of: 'ours', at: 'most', value: goal_ms },
      cpu: cpu.share(),
      notes: [
        `p99 ${quantile(all, 0.99).toFixed(1)} ms; the first of all ${first_ms.toFixed(0)} ms; ${((megabytes / median(measured.ours)) * 1000).toFixed(1)} MB per second of server time`,
        await compressed(socket, request, registers),
      ],
    }),
  ];
  if (users === SIZES.at(-1)!.users) figures.push(await longestBlock(stoa, place, rounds));
  await stoa.stop();
  return { figures, ms_per_mb: measured.ours.map((ms) => ms / megabytes) };
}

export const register: Row = {
  id: 'P6',
  title: 'full register, 20, 1,000 and 10,000 users',
  async run({ rounds }) {
    const measured: Measured[] = [];
    for (const size of SIZES) measured.push(await registerOf(size, rounds));
    const [, small, large] = measured as [Measured, Measured, Measured];
    const growth = figure({
      id: 'P6 growth',
      work: 'register for each MB of its answer, 10,000 users and 1,000 channels',
      unit: 'ms/MB',
      rounds: { limit: small.ms_per_mb, ours: large.ms_per_mb },
      limit_is: 'the same with 1,000 users and 10 channels',
      goal: { of: 'ratio', at: 'most', value: 1 },
    });
    const away = await registerAfterAbsence(rounds, registering);
    return [...measured.flatMap(({ figures }) => figures), growth, away];
  },
};
