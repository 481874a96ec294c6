// `npm run bench:peers`: the same work on another server that speaks this API, and on ours, in turns of one run.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { endProcesses } from '../processes.ts';
import { median } from '../statistics.ts';
import { removeScratch } from '../world/directories.ts';
import { serve } from '../world/stoa-process.ts';
import { world } from '../world/store.ts';
import { Peer } from './peer.ts';
import { prepare, type Server, works } from './work.ts';

const HELP = `npm run bench:peers -- --zuliprc FILE [options]
  --zuliprc FILE   address and key of an account of the other server
  --pid N          its process, if it runs on this machine: its memory is measured with that of its descendants
  --rounds N       rounds that take turns (default 3)
  --seconds S      length of a measured interval (default 5)
  --json FILE      where all rounds go`;

interface Compared {
  readonly work: string;
  readonly unit: string;
  readonly theirs: number[];
  readonly ours: number[];
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      zuliprc: { type: 'string' },
      pid: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      json: { type: 'string' },
    },
  });
  if (values.zuliprc === undefined) throw new Error(HELP);
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const pid = values.pid === undefined ? null : Number(values.pid);
  if (!(rounds >= 1) || !(seconds > 0) || Number.isNaN(pid)) throw new Error(HELP);
  return { peer: Peer.ofZuliprc(values.zuliprc), pid, rounds, seconds, json: values.json ?? null };
}

async function compare(theirs: Server, ours: Server, rounds: number, seconds: number): Promise<Compared[]> {
  for (const { peer } of [theirs, ours]) await prepare(peer);
  const compared: Compared[] = works.map(({ name: work, unit }) => ({ work, unit, theirs: [], ours: [] }));
  for (let round = 0; round < rounds; round++)
    for (const [index, { measure }] of works.entries())
      for (const [side, server] of [['theirs', theirs] as const, ['ours', ours] as const]) {
        const value = await measure(server, seconds);
        if (value !== null) compared[index]![side].push(value);
      }
  return compared;
}

const shown = (values: readonly number[], unit: string) =>
  values.length === 0 ? '-' : `${median([...values]).toFixed(unit === '/s' ? 0 : 1)} ${unit}`;

async function main(): Promise<void> {
  const { peer, pid, rounds, seconds, json } = readOptions();
  const { directory, owner } = await world(0);
  const stoa = await serve(directory);
  const ours: Server = { peer: new Peer(`http://127.0.0.1:${stoa.port}`, owner.email, owner.api_key), pid: stoa.pid };
  const versionOf = async (of: Peer) => {
    const settings = await of.call<{ zulip_version: string; zulip_feature_level: number }>('GET', '/server_settings');
    return `${settings.zulip_version}, feature level ${settings.zulip_feature_level}`;
  };
  const versions = { theirs: await versionOf(peer), ours: await versionOf(ours.peer) };
  const compared = await compare({ peer, pid }, ours, rounds, seconds);
  await stoa.stop();
  const machine = `${cpus()[0]!.model}, ${availableParallelism()} cores, Linux ${release()}`;
  console.log(`${machine}; medians of ${rounds}\n`);
  const rows = [['work', `theirs (${versions.theirs})`, `ours (${versions.ours})`]];
  for (const { work, unit, theirs, ours } of compared) rows.push([work, shown(theirs, unit), shown(ours, unit)]);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  if (json !== null) {
    const result = { measured_at: new Date().toISOString(), machine, versions, rounds, seconds, compared };
    writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  }
}

let code = 1;
try {
  await main();
  code = 0;
} catch (error) {
  console.error((error as Error).message);
} finally {
  await endProcesses();
  removeScratch();
}
process.exit(code);
