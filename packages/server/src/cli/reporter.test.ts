// How failures are logged.
import { expect, it } from 'bun:test';
import { reporter } from './reporter.ts';

function started() {
  const lines: string[] = [];
  const clock = { at: Date.UTC(2030, 0, 1), now: () => clock.at };
  const report = reporter(clock, {
    error: ({ repeated }, text) => void lines.push(repeated === undefined ? text : `${text} repeated=${repeated}`),
  });
  return { lines, clock, report };
}
const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {});

it('[CL15] logs the same failure once a minute with a count, ignoring numbers in it', () => {
  const { lines, clock, report } = started();
  for (let job = 1; job <= 500; job++) report(`gave up job ${job}`);
  report('something else');
  expect(lines).toEqual(['gave up job 1', 'something else']);
  clock.at += 60_000;
  report('gave up job 501');
  expect(lines.at(-1)).toBe('gave up job 501 repeated=499');
  clock.at -= 3600_000;
  report('gave up job 502');
  expect(lines).toHaveLength(4);
});

it('[CL15] logs disk and database failures as one sentence, program faults with their place', () => {
  const { lines, report } = started();
  report(failure('database or disk is full', 'SQLITE_FULL'));
  report(failure('ENOSPC: no space left on device, write', 'ENOSPC'));
  report(failure('disk I/O error', 'SQLITE_IOERR_WRITE'));
  report(Object.assign(failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'), { syscall: 'connect' }));
  report(failure('Connection terminated unexpectedly'));
  report(failure('a fault'));
  expect(lines.slice(0, 4)).toEqual([
    'the disk is full: nothing can be written until there is room',
    'the disk fails',
    'the database does not answer: connect ECONNREFUSED 127.0.0.1:5432',
    'the database does not answer',
  ]);
  expect(lines[4]).toContain('reporter.test.ts');
});
