// Faults of a whole cluster, under load. `npm run test:cluster` makes the namespaces that this runs in.
import { afterAll, beforeAll, describe, expect, it, setDefaultTimeout } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, pause } from '../faults/load.ts';
import { FAILOVER_MS } from './database.ts';
import { Stage } from './stage.ts';

setDefaultTimeout(150_000);

let scratch: string;
let stage: Stage;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'stoa-cluster-'));
  chmodSync(scratch, 0o711);
  stage = await Stage.create(scratch);
}, 180_000);
afterAll(() => {
  for (const host of stage?.hosts ?? []) host.signal('SIGKILL');
  if (process.env.CLUSTER_KEEP) console.log(`logs and data: ${scratch}`);
  else rmSync(scratch, { recursive: true, force: true });
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Expects that nothing is lost, doubled or reordered, and prints a line. */
async function tried(fault: string, work: (load: Load) => Promise<void>): Promise<void> {
  const { problems, ...outcome } = await stage.underLoad(work);
  const { acknowledged, lost, doubled, reordered, pause_ms, silence_ms } = outcome;
  console.log(
    `${fault}: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ${reordered} reordered; ` +
      `longest pause ${seconds(pause_ms)}, longest silence of a queue ${seconds(silence_ms)}`,
  );
  expect(problems).toEqual([]);
  expect({ lost, doubled, reordered }).toEqual({ lost: 0, doubled: 0, reordered: 0 });
}

describe('[ND9] a cluster', () => {
  it('goes on when the host of the primary is gone', () =>
    tried('the host of the primary is killed', async (load) => {
      const primary = await stage.database.primary();
      primary.signal('SIGKILL');
      await pause(FAILOVER_MS);
      await load.recovered(30_000);
      stage.database.start(primary);
      await stage.database.whole();
    }));
});
