// Channels as grouped in the sidebar: pinned, folders in their order, others. In each group muted and inactive channels come
// last.
import { derived } from '../../base/cells/cell.ts';
import { compareNames, t } from '../../base/text/text.ts';
import type { State } from '../../model/state/state.ts';

export type SidebarChannel = State['subscriptions'][number];

export interface ChannelGroup {
  readonly key: string;
  readonly name: string;
  readonly active: readonly SidebarChannel[];
  readonly inactive: readonly SidebarChannel[];
}

/** The setting's values, and the number of channels from which the automatic one puts inactive channels last. */
const DEMOTE = { automatic: 1, always: 2 };
const MANY = 30;

export function channelGroups(state: State): readonly ChannelGroup[] {
  return grouped(state.subscriptions)(state.channel_folders)(state.user_settings);
}

const grouped = derived((subscriptions: State['subscriptions']) =>
  derived((folders: State['channel_folders']) =>
    derived((settings: State['user_settings']): readonly ChannelGroup[] => {
      const channels = subscriptions
        .filter(({ is_archived }) => !is_archived)
        .sort((a, b) => compareNames(a.name, b.name));
      const policy = settings.demote_inactive_streams;
      const demotes = policy === DEMOTE.always || (policy === DEMOTE.automatic && channels.length >= MANY);
      const isInactive = ({ is_muted, is_recently_active, pin_to_top }: SidebarChannel) =>
        is_muted || (demotes && !is_recently_active && !pin_to_top);
      const shown = settings.web_left_sidebar_show_channel_folders
        ? folders.filter(({ is_archived }) => !is_archived)
        : [];
      const keys = new Set(shown.map(({ id }) => `folder ${id}`));
      const keyOf = ({ pin_to_top, folder_id }: SidebarChannel) =>
        pin_to_top ? 'pinned' : keys.has(`folder ${folder_id}`) ? `folder ${folder_id}` : 'others';
      const members = Map.groupBy(channels, keyOf);
      const order = [
        { key: 'pinned', name: t('pinned_channels') },
        ...shown.map(({ id, name }) => ({ key: `folder ${id}`, name })),
        { key: 'others', name: t(members.size > 1 ? 'other_channels' : 'channels') },
      ];
      return order
        .filter(({ key }) => members.has(key))
        .map((group) => ({
          ...group,
          active: members.get(group.key)!.filter((channel) => !isInactive(channel)),
          inactive: members.get(group.key)!.filter(isInactive),
        }));
    }),
  ),
);
