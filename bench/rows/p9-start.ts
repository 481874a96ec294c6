// P9: from starting the command to the first good answer of GET /health, with an empty organization.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { startBareServe } from '../limits/child.ts';
import { interleave } from '../statistics.ts';
import { scratch } from '../world/directories.ts';
import { initStore, serve } from '../world/stoa-process.ts';

export const start: Row = {
  id: 'P9',
  title: 'start to ready, empty store',
  async run({ rounds }) {
    const directory = scratch('p9');
    await initStore(directory);
    const bodyFile = join(scratch('p9-limit'), 'body.json');
    writeFileSync(bodyFile, '{}');
    const measured = await interleave(
      rounds,
      async () => {
        const started = performance.now();
        const bare = await startBareServe(bodyFile);
        const ready = performance.now() - started;
        await bare.stop();
        return ready;
      },
      async () => {
        const stoa = await serve(directory);
        await stoa.stop();
        return stoa.ready_ms;
      },
    );
    return [
      figure({
        id: 'P9',
        work: start.title,
        unit: 'ms',
        rounds: measured,
        limit_is: 'a bare Bun.serve process up to listening',
        goal: { of: 'ours', at: 'most', value: 500 },
      }),
    ];
  },
};
