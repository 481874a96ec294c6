// The order of the inbox: direct messages, then channels: pinned ones first, then by folder as the organization orders them,
// then the others.
import { compareNames, t } from '../../base/text/text.ts';
import { findChannel, type State } from '../../model/state/state.ts';
import { type UnreadConversation, unreadCounts } from '../../model/state/unread.ts';

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

const newestFirst = (a: UnreadConversation, b: UnreadConversation) => b.newest - a.newest;

export interface InboxLists {
  readonly direct: readonly UnreadConversation[];
  readonly channels: ReadonlyMap<number, readonly UnreadConversation[]>;
}

/** Each list with the newest conversation first. */
export function inboxLists(conversations: readonly UnreadConversation[]): InboxLists {
  const shown = conversations.filter(({ muted, mentioned }) => !muted || mentioned).toSorted(newestFirst);
  const channels = new Map<number, UnreadConversation[]>();
  for (const conversation of shown) {
    if (conversation.view.kind !== 'topic') continue;
    const known = channels.get(conversation.view.channel_id);
    if (known) known.push(conversation);
    else channels.set(conversation.view.channel_id, [conversation]);
  }
  return { direct: shown.filter(({ view }) => view.kind === 'direct'), channels };
}

/** The newest messages of the first `count` rows, which the inbox will ask for. */
export function firstMessages(state: State, count: number): number[] {
  const { direct, channels } = inboxLists(unreadCounts(state).conversations);
  const rows = [...direct];
  const folders = state.user_settings.web_inbox_show_channel_folders ? state.channel_folders : [];
  if (rows.length < count)
    for (const { channel_ids } of inboxGroups([...channels.keys()], state, folders))
      rows.push(...channel_ids.flatMap((channel_id) => channels.get(channel_id)!));
  return rows.slice(0, count).map(({ newest }) => newest);
}
