// How the subscriptions of channels are divided into transactions.
import { expect, it } from 'bun:test';
import type { ArchiveChannel } from './archive.ts';
import { subscriptionBatches } from './import-subscriptions.ts';

function channels(...counts: readonly number[]): ArchiveChannel[] {
  return counts.map(
    (count, at) =>
      ({
        id: String(at),
        subscriptions: Array.from({ length: count }, (_, user) => ({ user: String(user), is_active: true })),
      }) as unknown as ArchiveChannel,
  );
}
const sizes = (list: readonly ArchiveChannel[]) =>
  [...subscriptionBatches(list)].map((batch) =>
    batch.map(({ channel, subscriptions }) => [channel.id, subscriptions.length]),
  );

it('[IM50] writes many small channels at once and a large one in parts', () => {
  expect(sizes(channels(2, 1200, 0, 499))).toEqual([
    [['0', 2]],
    [['1', 500]],
    [['1', 500]],
    [['1', 200]],
    [['3', 499]],
  ]);
});

it('[IM50] writes at most 100 channels at once, so that 60,000 take 600 transactions', () => {
  const batches = sizes(channels(...Array.from({ length: 60_000 }, () => 1)));
  expect(batches.length).toBe(600);
  expect(batches.every((batch) => batch.length === 100)).toBe(true);
});
