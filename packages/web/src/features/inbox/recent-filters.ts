// Filters of recent conversations. Pure, except for the filters that the device stores.
import { loadValue, storeValue } from '../../base/storage/browser-storage.ts';
import { fold } from '../../base/text/fold.ts';
import type { RecentConversation } from '../../model/messages/recent-conversations.ts';
import { peopleNames, topicName } from '../../model/state/names.ts';
import { findChannel, isTopicMuted, type State } from '../../model/state/state.ts';
import type { UnreadCounts } from '../../model/state/unread.ts';

export const SWITCHES = ['unread', 'participated', 'direct', 'muted'] as const;
export type Switch = (typeof SWITCHES)[number];

export interface Filters {
  readonly on: readonly Switch[];
  /** A folder of channels; 0 for channels in none. */
  readonly folder: number | null;
  readonly text: string;
}

export const NO_FILTERS: Filters = { on: [], folder: null, text: '' };

const STORED = 'stoa.recent';

/** The switches and folder of the last visit; typed text is not stored. */
export function storedFilters(): Filters {
  const { on, folder } = (loadValue(STORED) ?? {}) as Partial<Filters>;
  return {
    ...NO_FILTERS,
    on: SWITCHES.filter((name) => Array.isArray(on) && on.includes(name)),
    folder: Number.isInteger(folder) ? folder! : null,
  };
}

/** Without storage they last as long as the page. */
export const storeFilters = ({ on, folder }: Filters) => storeValue(STORED, { on, folder });

export function filterConversations(
  list: readonly RecentConversation[],
  { on, folder, text }: Filters,
  state: State,
  counts: UnreadCounts,
): RecentConversation[] {
  const typed = fold(text.trim());
  return list.filter(({ key, view, has_own }) => {
    if (on.includes('unread') && !counts.byKey.get(key)?.count) return false;
    if (on.includes('participated') && !has_own) return false;
    if (view.kind === 'direct') {
      if (folder !== null) return false;
      return typed === '' || fold(peopleNames(state, view.user_ids)).includes(typed);
    }
    if (on.includes('direct')) return false;
    if (!on.includes('muted') && isTopicMuted(state, view.channel_id, view.topic)) return false;
    const channel = findChannel(state, view.channel_id);
    if (folder !== null && (channel?.folder_id ?? 0) !== folder) return false;
    return typed === '' || fold(`${topicName(view.topic)} ${channel?.name ?? ''}`).includes(typed);
  });
}
