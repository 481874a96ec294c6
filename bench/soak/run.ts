// `npm run bench:soak`: a server under the traffic of 200 connected people for two hours. Its resident memory must be flat after the
// first quarter: garbage comes and goes within some minutes, so a slope is fitted through the least of each twelfth of the time.
// Pages that its processes share count once, for the number of processes that read changes. No request may fail.
import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { treeCpuSeconds } from '../load/cpu-share.ts';
import { treeMemoryBytes } from '../load/tree-memory.ts';
import { endProcesses } from '../processes.ts';
import { removeScratch } from '../world/directories.ts';
import { type Stoa, serve } from '../world/stoa-process.ts';
import { makeChannel, type World, world } from '../world/store.ts';
import { type Counts, SoakClient } from './client.ts';
import { leastOf, slopeOf } from './slope.ts';

const HELP = `npm run bench:soak -- [options]
  --minutes N   length (default 120)
  --clients N   connected people (default 200)
  --every S     seconds between two actions of one person, on average (default 10)
  --json FILE   where the minutes go (default bench/soak/results.json)
  --no-json     print only`;

const SAMPLE_MS = 2000;
const MINUTE_MS = 60_000;
const TEAM = 20;
/** Of the slope, in MB a minute. */
const LIMIT = 0.05;
const PARTS = 12;
/** The first of them are the time in which caches fill. */
const FILLING = PARTS / 4;

interface Minute {
  readonly minute: number;
  readonly resident_mb: number;
  readonly cpu_share: number;
  readonly requests: number;
  readonly events: number;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '120' },
      clients: { type: 'string', default: '200' },
      every: { type: 'string', default: '10' },
      json: { type: 'string', default: new URL('./results.json', import.meta.url).pathname },
      'no-json': { type: 'boolean', default: false },
    },
  });
  const [minutes, clients, every] = [Number(values.minutes), Number(values.clients), Number(values.every)];
  if (!(minutes >= PARTS) || !(clients >= TEAM) || !(every > 0)) throw new Error(HELP);
  return { minutes, clients, every, json: values['no-json'] ? null : values.json };
}

interface Traffic {
  readonly counts: Counts;
  readonly is_over: boolean;
  end(): void;
  /** Fails with the first error of any client. */
  check(): void;
}

/** One channel of everybody, and one of each team. Resolves when everybody waits for events. */
async function startTraffic(stoa: Stoa, place: World, every_s: number): Promise<Traffic> {
  const { users } = place;
  await makeChannel(stoa, place, 'everybody', users);
  const teams = Array.from({ length: Math.ceil(users.length / TEAM) }, (_, n) => users.slice(n * TEAM, (n + 1) * TEAM));
  for (const [n, team] of teams.entries()) await makeChannel(stoa, place, `team ${n}`, team);

  let is_over = false;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    is_over = true;
  };
  const counts: Counts = { requests: 0, events: 0, timed_out: 0 };
  const people = users.map((person, n) => {
    const team = teams[Math.floor(n / TEAM)]!.map(({ user_id }) => user_id);
    const own = `team ${Math.floor(n / TEAM)}`;
    // One send in four goes to everybody.
    const channels = ['everybody', own, own, own];
    return new SoakClient(`http://127.0.0.1:${stoa.port}`, person, team, channels, Math.random, counts);
  });
  const pause = (ms: number) => Bun.sleep(Math.min(ms, SAMPLE_MS));
  const keepActing = async (person: SoakClient) => {
    while (!is_over) {
      for (let until = Date.now() + Math.random() * 2 * every_s * 1000; Date.now() < until && !is_over; )
        await pause(until - Date.now());
      if (!is_over) await person.act();
    }
  };
  for (const person of people) await person.register();
  for (const person of people) {
    person.poll(() => is_over).catch(fail);
    keepActing(person).catch(fail);
  }
  return {
    counts,
    get is_over() {
      return is_over;
    },
    end() {
      is_over = true;
    },
    check() {
      if (failure !== undefined) throw failure;
    },
  };
}

async function measureMinute({ pid }: Stoa, traffic: Traffic, minute: number): Promise<Minute> {
  const [cpu, { requests, events }] = [treeCpuSeconds(pid), { ...traffic.counts }];
  let least = Number.POSITIVE_INFINITY;
  for (const until = Date.now() + MINUTE_MS; Date.now() < until && !traffic.is_over; await Bun.sleep(SAMPLE_MS))
    least = Math.min(least, treeMemoryBytes(pid));
  return {
    minute,
    resident_mb: least / 1e6,
    cpu_share: (treeCpuSeconds(pid) - cpu) / (MINUTE_MS / 1000),
    requests: traffic.counts.requests - requests,
    events: traffic.counts.events - events,
  };
}

/** What the minutes show, in the form that is written. */
function resultOf(measured: readonly Minute[], options: { readonly clients: number; readonly every: number }) {
  const points = measured.map(({ minute, resident_mb }) => [minute, resident_mb] as const);
  const least = leastOf(points, PARTS).slice(FILLING);
  const { slope, between } = slopeOf(least);
  return {
    date: new Date().toISOString(),
    machine: { cpu: cpus()[0]!.model, cores: cpus().length, kernel: release(), bun: Bun.version },
    clients: options.clients,
    every_s: options.every,
    slope,
    slope_between: between,
    limit: LIMIT,
    least: least.map(([minute, resident_mb]) => ({ minute, resident_mb })),
    measured,
  };
}

async function main(): Promise<number> {
  const options = readOptions();
  const place = await world(options.clients);
  const stoa = await serve(place.directory);
  const traffic = await startTraffic(stoa, place, options.every);
  const measured: Minute[] = [];
  for (let minute = 1; minute <= options.minutes && !traffic.is_over; minute++) {
    const one = await measureMinute(stoa, traffic, minute);
    measured.push(one);
    const { resident_mb, cpu_share } = one;
    console.log(
      `${minute} min: ${resident_mb.toFixed(1)} MB, ${cpu_share.toFixed(2)} cores, ${traffic.counts.requests} requests`,
    );
  }
  traffic.end();
  traffic.check();
  await stoa.stop();
  const result = resultOf(measured, options);
  const { requests, events, timed_out } = traffic.counts;
  const between = result.slope_between.map((end) => end.toFixed(3)).join(' and ');
  const grown = `${result.slope.toFixed(3)} MB a minute after the first quarter (between ${between}; limit ${LIMIT})`;
  console.log(
    `${requests} requests, ${events} events, ${timed_out} reads refused for want of time; memory grows by ${grown}`,
  );
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(result, null, 1)}\n`);
  return result.slope <= LIMIT ? 0 : 1;
}

let status = 1;
try {
  status = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  await endProcesses();
  removeScratch();
}
process.exit(status);
