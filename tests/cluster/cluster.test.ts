// Faults of a whole cluster, under load. `npm run test:cluster` makes the namespaces that this runs in.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from '@stoa/testkit';
import { type Load, pause } from '../faults/load.ts';
import { type Row, writeTable } from '../faults/stage.ts';
import { earlierBuild } from './earlier-build.ts';
import { FAULTS, type Fault } from './faults.ts';
import { Stage } from './stage.ts';

setDefaultTimeout(420_000);

const seed = Number(process.env.CLUSTER_SEED ?? 1);
const chance_ms = Number(process.env.CLUSTER_MINUTES ?? 4) * 60_000;
/** Each load ends and is judged after this long, because it keeps all that it knows in memory. */
const ROUND_MS = 120_000;
/** Patroni waits 10 s for its primary; then the nodes look for the next one. All hosts share this machine. */
const FAILOVER_MS = 40_000;
const rows: Row[] = [];
let stage: Stage;

beforeAll(async () => {
  const directory = process.env.CLUSTER_DIRECTORY;
  if (!directory) throw new Error('npm run test:cluster makes what this needs');
  chmodSync(directory, 0o711);
  stage = await Stage.create(directory);
  await stage.serve('stoa');
}, 180_000);
afterAll(() => {
  stage?.end();
  if (rows.length > 0) writeTable(rows);
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Expects that nothing is lost, duplicated or reordered, and prints a line. */
async function tried(what: string, work: (load: Load) => Promise<void>) {
  const { problems, ...outcome } = await stage.underLoad(work);
  const { acknowledged, lost, duplicated, reordered, pause_ms, silence_ms } = outcome;
  console.log(
    `${what}: ${acknowledged} acknowledged, ${lost} lost, ${duplicated} duplicated, ${reordered} reordered; ` +
      `longest pause ${seconds(pause_ms)}, longest silence of a queue ${seconds(silence_ms)}`,
  );
  expect(problems).toEqual([]);
  expect({ lost, duplicated, reordered }).toEqual({ lost: 0, duplicated: 0, reordered: 0 });
  return outcome;
}

async function suffer(fault: Fault, random: SeededRandom): Promise<void> {
  const end = await fault.begin(stage, random);
  await pause(fault.lasts_ms);
  await end();
}

describe('[ND9] [ND15] a cluster, by plan', () => {
  for (const fault of FAULTS)
    it(fault.name, async () => {
      const outcome = await tried(fault.name, async (load) => {
        await suffer(fault, new SeededRandom(seed));
        await stage.recovered(load);
        await stage.whole();
      });
      const { name, effect: then, within_ms = FAILOVER_MS } = fault;
      expect(Math.max(outcome.pause_ms, outcome.silence_ms)).toBeLessThan(within_ms);
      rows.push({ engine: 'Cluster', fault: name, then, ...outcome });
    });
});

it('[ND9] a cluster, upgraded node by node from an earlier commit', async () => {
  const { commit, program } = earlierBuild(join(process.env.CLUSTER_DIRECTORY!, 'earlier'));
  await stage.serve('upgraded', program);
  const fault = 'rolling upgrade from an earlier commit';
  const then = 'old and new nodes serve the same data';
  const outcome = await tried(`${fault} (${commit})`, async () => {
    for (const { node } of stage.nodes) {
      await node.end('SIGTERM');
      await node.start();
    }
  });
  rows.push({ engine: 'Cluster', fault, then, ...outcome });
});

it(
  '[ND9] a cluster, by chance',
  async () => {
    const random = new SeededRandom(seed);
    const end = Date.now() + chance_ms;
    while (Date.now() < end) {
      const done: string[] = [];
      const began = Date.now();
      await tried('faults by chance', async (load) => {
        while (Date.now() < Math.min(end, began + ROUND_MS)) {
          const fault = FAULTS[random.below(FAULTS.length)]!;
          console.log(`  ${seconds(Date.now() - began)} ${fault.name}`);
          done.push(fault.name);
          await suffer(fault, random);
          // Sometimes the next fault comes before the cluster is whole again.
          if (random.below(3) === 0) await pause(random.below(3000));
          else await stage.whole();
          await stage.recovered(load);
        }
        await stage.whole();
      });
    }
  },
  chance_ms + 300_000,
);
