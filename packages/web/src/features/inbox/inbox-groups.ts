// The order of channels in the inbox: pinned ones first, then by folder as the organization orders them, then the others.

import { compareNames, t } from '../../base/text/text.ts';
import { findChannel, type State } from '../../model/state/state.ts';

type Folder = Pick<State['channel_folders'][number], 'id' | 'name' | 'is_archived'>;

export interface InboxGroup {
  readonly key: string;
  /** Null where all channels are in one group. */
  readonly name: string | null;
  readonly channel_ids: readonly number[];
}

/** Without folders to group by there are two groups at most. */
export function inboxGroups(
  channel_ids: readonly number[],
  state: Pick<State, 'subscriptions' | 'unsubscribed' | 'never_subscribed'>,
  folders: readonly Folder[],
): InboxGroup[] {
  const channelOf = (id: number) => findChannel(state as State, id);
  const shown = folders.filter(({ is_archived }) => !is_archived);
  const keyOf = (id: number) => {
    const channel = channelOf(id);
    if (channel?.pin_to_top) return 'pinned';
    return shown.some((folder) => folder.id === channel?.folder_id) ? `folder ${channel!.folder_id}` : 'others';
  };
  const sorted = [...channel_ids].sort((a, b) => compareNames(channelOf(a)?.name ?? '', channelOf(b)?.name ?? ''));
  const members = Map.groupBy(sorted, keyOf);
  const order = [
    { key: 'pinned', name: t('pinned_channels') },
    ...shown.map(({ id, name }) => ({ key: `folder ${id}`, name })),
    { key: 'others', name: t('other_channels') },
  ];
  const named = members.size > 1 && [...members.keys()].some((key) => key.startsWith('folder'));
  return order
    .filter(({ key }) => members.has(key))
    .map(({ key, name }) => ({ key, name: named ? name : null, channel_ids: members.get(key)! }));
}
