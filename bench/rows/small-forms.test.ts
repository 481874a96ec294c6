// The rows of every core and of a company, in their small form.
import { afterAll, beforeAll, expect, it } from 'bun:test';
import { endProcesses } from '../processes.ts';
import { removeScratch } from '../world/directories.ts';
import { everyCore } from './p15-every-core.ts';
import { companies } from './p16-company.ts';

beforeAll(() => {
  process.env.STOA_BENCH_SMALL = '1';
});
afterAll(async () => {
  delete process.env.STOA_BENCH_SMALL;
  await endProcesses();
  removeScratch();
});

it('measures a morning of a company, in which nothing is lost', async () => {
  const figures = await companies[0]!.run({ rounds: 1, seconds: 0.05, crowd: 20 });
  const of = (id: string) => figures.find((figure) => figure.id === id)!;
  expect(of('P16 wrong')).toMatchObject({ ours: 0, notes: expect.any(Array) });
  for (const id of ['P16 send', 'P16 delivery', 'P16 burst', 'P16 memory']) expect(of(id).ours).toBeGreaterThan(0);
  // The kernel counts processor time in hundredths of a second; so short a run may use none.
  expect(of('P16 cores').ours).toBeGreaterThanOrEqual(0);
  const [traffic] = of('P16 send').notes;
  expect(Number(/, (\d+) deliveries\/s/.exec(traffic!)![1])).toBeGreaterThan(0);
}, 60_000);

it('measures reads with and without readers', async () => {
  const figures = await everyCore[0]!.run({ rounds: 1, seconds: 0.05, crowd: 20 });
  expect(figures.map(({ id }) => id)).toEqual(['P15 history', 'P15 search', 'P15 register']);
  for (const { ours, limit } of figures) expect(Math.min(ours, limit!)).toBeGreaterThan(0);
}, 60_000);
