import { expect, it } from 'bun:test';
import { shutDown } from './shutdown.ts';

it('[CL19] a step that fails or hangs keeps no other from its turn, and is reported', async () => {
  const reported: unknown[] = [];
  const done: string[] = [];
  await shutDown(
    [
      { name: 'jobs', run: () => Promise.reject(new Error('the database does not answer')) },
      { name: 'files', run: () => new Promise(() => {}) },
      {
        name: 'presence',
        run: () => {
          throw new Error('no');
        },
      },
      { name: 'store', run: async () => done.push('store') },
    ],
    (error) => reported.push((error as Error).message),
    50,
  );
  expect(done).toEqual(['store']);
  expect(reported).toEqual([
    'stopping: jobs failed: the database does not answer',
    'stopping: files failed: it took longer than 0.05 seconds',
    'stopping: presence failed: no',
  ]);
});
