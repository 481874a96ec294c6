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
import { serve } from '../world/stoa-process.ts';
import { makeChannel, world } from '../world/store.ts';
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

async function main(): Promise<number> {
  const { minutes, clients: size, every, json } = readOptions();
  const place = await world(size);
  const stoa = await serve(place.directory);
  await makeChannel(stoa, place, 'everybody', place.users);
  const teams = Array.from({ length: Math.ceil(size / TEAM) }, (_, n) => place.users.slice(n * TEAM, (n + 1) * TEAM));
  for (const [n, team] of teams.entries()) await makeChannel(stoa, place, `team ${n}`, team);

  let is_over = false;
  let failure: unknown;
  const counts: Counts = { requests: 0, events: 0, timed_out: 0 };
  const pause = (ms: number) => Bun.sleep(Math.min(ms, SAMPLE_MS));
  const people = place.users.map((person, n) => {
    const team = teams[Math.floor(n / TEAM)]!.map(({ user_id }) => user_id);
    // One send in four goes to everybody.
    const own = `team ${Math.floor(n / TEAM)}`;
    return new SoakClient(
      `http://127.0.0.1:${stoa.port}`,
      person,
      team,
      ['everybody', own, own, own],
      Math.random,
      counts,
    );
  });
  const fail = (error: unknown) => {
    failure ??= error;
    is_over = true;
  };
  for (const person of people) await person.register();
  for (const person of people) {
    person.poll(() => is_over).catch(fail);
    void (async () => {
      while (!is_over) {
        for (let until = Date.now() + Math.random() * 2 * every * 1000; Date.now() < until && !is_over; )
          await pause(until - Date.now());
        if (!is_over) await person.act();
      }
    })().catch(fail);
  }

  const measured: Minute[] = [];
  for (let minute = 1; minute <= minutes && !is_over; minute++) {
    const [cpu, requests, events] = [treeCpuSeconds(stoa.pid), counts.requests, counts.events];
    let least = Number.POSITIVE_INFINITY;
    for (const until = Date.now() + MINUTE_MS; Date.now() < until && !is_over; await Bun.sleep(SAMPLE_MS))
      least = Math.min(least, treeMemoryBytes(stoa.pid));
    measured.push({
      minute,
      resident_mb: least / 1e6,
      cpu_share: (treeCpuSeconds(stoa.pid) - cpu) / (MINUTE_MS / 1000),
      requests: counts.requests - requests,
      events: counts.events - events,
    });
    const { resident_mb, cpu_share } = measured.at(-1)!;
    console.log(
      `${minute} min: ${resident_mb.toFixed(1)} MB, ${cpu_share.toFixed(2)} cores, ${counts.requests} requests`,
    );
  }
  is_over = true;
  if (failure) throw failure;
  await stoa.stop();
  const least = leastOf(
    measured.map(({ minute, resident_mb }) => [minute, resident_mb]),
    PARTS,
  ).slice(FILLING);
  const { slope, between } = slopeOf(least);
  const grown = `${slope.toFixed(3)} MB a minute after the first quarter (between ${between.map((end) => end.toFixed(3)).join(' and ')}; limit ${LIMIT})`;
  const { requests, events, timed_out } = counts;
  console.log(
    `${requests} requests, ${events} events, ${timed_out} reads refused for want of time; memory grows by ${grown}`,
  );
  const machine = { cpu: cpus()[0]!.model, cores: cpus().length, kernel: release(), bun: Bun.version };
  const result = {
    date: new Date().toISOString(),
    machine,
    clients: size,
    every_s: every,
    slope,
    slope_between: between,
    limit: LIMIT,
    least: least.map(([minute, resident_mb]) => ({ minute, resident_mb })),
    measured,
  };
  if (json !== null) writeFileSync(json, `${JSON.stringify(result, null, 1)}\n`);
  return slope <= LIMIT ? 0 : 1;
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
