// P9: from starting the command to the first successful GET /health, with an empty organization and with a million messages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, type Row } from '../figure.ts';
import { startBareServe } from '../limits/child.ts';
import { interleave } from '../statistics.ts';
import { archive } from '../world/archived.ts';
import { scratch } from '../world/directories.ts';
import { initStore, serve } from '../world/stoa-process.ts';

const MANY = 1_000_000;

export const start: Row = {
  id: 'P9',
  title: 'start to ready',
  async run({ rounds }) {
    const directory = scratch('p9');
    await initStore(directory);
    const bodyFile = join(scratch('p9-limit'), 'body.json');
    writeFileSync(bodyFile, '{}');
    const { place } = await archive(MANY);
    const large: number[] = [];
    const limit = async () => {
      const started = performance.now();
      const bare = await startBareServe(bodyFile);
      const ready = performance.now() - started;
      await bare.stop();
      return ready;
    };
    const ready = async (of: string) => {
      const stoa = await serve(of);
      await stoa.stop();
      return stoa.ready_ms;
    };
    const measured = await interleave(rounds, limit, async () => {
      large.push(await ready(place.directory));
      return ready(directory);
    });
    const common = {
      unit: 'ms',
      limit_is: 'a bare Bun.serve process up to listening',
      goal: { of: 'ours', at: 'most', value: 500 },
    } as const;
    return [
      figure({ id: 'P9', work: `${start.title}, empty store`, rounds: measured, ...common }),
      figure({
        id: 'P9 many',
        work: `${start.title}, store of ${MANY.toLocaleString('en')} messages`,
        rounds: { limit: measured.limit, ours: large },
        ...common,
      }),
    ];
  },
};
