// Periodic work.
import { expect, it } from 'bun:test';
import { PeriodicWork } from './periodic.ts';

it('[CL20] periodic work reports a failed run, continues, and stops after the current run', async () => {
  const reported: string[] = [];
  const third = Promise.withResolvers<void>();
  let runs = 0;
  let ended = false;
  const run = async () => {
    if (++runs < 3) throw new Error(`run ${runs}`);
    third.resolve();
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended = true;
  };
  const work = new PeriodicWork({ name: 'work', every_ms: 1, run }, (error) => reported.push((error as Error).message));
  work.start();
  await third.promise;
  await work.stop();
  expect([runs, ended]).toEqual([3, true]);
  expect(reported).toEqual(['run 1', 'run 2']);
});

it('[CL20] periodic work that runs at the start can be aborted, and never runs twice at once', async () => {
  const aborted = Promise.withResolvers<void>();
  let runs = 0;
  const run = () => {
    runs += 1;
    return aborted.promise;
  };
  const work = new PeriodicWork({ name: 'work', at_start: true, run, stop: () => aborted.resolve() }, () => {});
  work.start();
  const running = work.run();
  await work.stop();
  await running;
  expect(runs).toBe(1);
});
