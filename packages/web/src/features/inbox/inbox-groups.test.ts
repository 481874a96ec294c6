// In which order the inbox shows channels.
import { describe, expect, it } from 'bun:test';
import { t } from '../../base/text/text.ts';
import type { State } from '../../model/state/state.ts';
import { inboxGroups } from './inbox-groups.ts';

const channel = (stream_id: number, name: string, folder_id: number | null = null, pin_to_top = false) => ({
  stream_id,
  name,
  folder_id,
  pin_to_top,
});
const state = {
  subscriptions: [
    channel(1, 'zoo'),
    channel(2, 'alpha'),
    channel(3, 'deck', 7),
    channel(4, 'bridge', 7),
    channel(5, 'pinned in a folder', 7, true),
    channel(6, 'in an archived folder', 8),
  ],
  unsubscribed: [],
  never_subscribed: [],
} as unknown as Pick<State, 'subscriptions' | 'unsubscribed' | 'never_subscribed'>;
const folders = [
  { id: 8, name: 'Old', is_archived: true },
  { id: 7, name: 'Ship', is_archived: false },
];
const ids = [1, 2, 3, 4, 5, 6];

describe('[WB37] the inbox', () => {
  it('has pinned channels, folders in their order, then the others, each by name', () => {
    expect(inboxGroups(ids, state, folders)).toEqual([
      { key: 'pinned', name: t('pinned_channels'), channel_ids: [5] },
      { key: 'folder 7', name: 'Ship', channel_ids: [4, 3] },
      { key: 'others', name: t('other_channels'), channel_ids: [2, 6, 1] },
    ]);
  });

  it('has no group headings without folders, or if folders are off', () => {
    expect(inboxGroups(ids, state, []).map(({ name, channel_ids }) => [name, channel_ids])).toEqual([
      [null, [5]],
      [null, [2, 4, 3, 6, 1]],
    ]);
    expect(inboxGroups([3, 4], state, folders)).toEqual([{ key: 'folder 7', name: null, channel_ids: [4, 3] }]);
    expect(inboxGroups([], state, folders)).toEqual([]);
  });
});
