// Calls that must not happen twice.
import { afterEach, expect, it, jest } from 'bun:test';
import { ApiError } from '@stoa/contract/api-error';
import { t } from '../text/all-texts.ts';
import { attempt, attemptOnce } from './attempt.ts';
import { notices, notify } from './notices.ts';
import { notifySaved } from './notify-saved.ts';

afterEach(() => {
  jest.useRealTimers();
  notices.set([]);
});

it('[WB243] a call is not made again while it runs or has just succeeded, and nothing is said of it', async () => {
  jest.useFakeTimers();
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const act = () => {
    calls += 1;
    return answer;
  };
  const first = attemptOnce('end session 1', act);
  expect(await attemptOnce('end session 1', act)).toBe(false);
  const other = attemptOnce('end session 2', act);
  resolve();
  expect(await Promise.all([first, other])).toEqual([true, true]);
  expect(await attemptOnce('end session 1', act)).toBe(false);
  expect([calls, notices.get()]).toEqual([2, []]);
  jest.advanceTimersByTime(1000);
  expect(await attemptOnce('end session 1', act)).toBe(true);
});

it('[WB243] a call that failed can be made again at once', async () => {
  expect(await attemptOnce('leave', () => Promise.reject(new Error('refused')))).toBe(false);
  expect(await attemptOnce('leave', () => Promise.resolve())).toBe(true);
});

it('[WB254] the outcome of an action replaces that of the one before, and no other notice', async () => {
  notify('Link copied');
  await attempt(() => Promise.reject(new Error('first')));
  await attempt(() => Promise.reject(new Error('second')));
  expect(notices.get()).toHaveLength(2);
  notify('Saved', true);
  expect(notices.get().map(({ text }) => text)).toEqual(['Link copied', 'Saved']);
  const said: string[] = [];
  expect(
    await attempt(
      () => Promise.reject(new Error('third')),
      (reason) => said.push(reason),
    ),
  ).toBe(false);
  expect([said.length, notices.get().length]).toEqual([1, 2]);
});

it('[WB1062] a failure is said in the words of its reason, and ended by what was saved after it', async () => {
  const refused = new ApiError('BAD_REQUEST', 400, 'This is no picture.');
  await attempt(() => Promise.reject(refused));
  expect(notices.get().map(({ text }) => text)).toEqual(['This is no picture.']);
  notifySaved();
  expect(notices.get().map(({ text }) => text)).toEqual([t('saved')]);
});
