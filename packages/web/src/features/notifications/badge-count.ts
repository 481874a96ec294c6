// The number in the page's title and icon: all unread messages, or those that matter to the reader.
import { derived } from '../../base/cells/cell.ts';
import { policyOf } from '../../model/messages/topic-policy.ts';
import type { State } from '../../model/state/state.ts';
import { unreadCounts } from '../../model/state/unread.ts';

const ALL = 1;
const WITH_FOLLOWED = 2;
const NONE = 4;
const FOLLOWED = 3;

export function badgeCount(state: State): number {
  const display = state.user_settings.desktop_icon_count_display;
  if (display === NONE) return 0;
  if (display === ALL) return unreadCounts(state).total;
  return personalIds(state.unread_msgs)(state.user_topics)(display === WITH_FOLLOWED);
}

/** Messages that are both direct and mention the reader count once. */
const personalIds = derived((unread: State['unread_msgs']) =>
  derived((user_topics: State['user_topics']) => {
    const ids = new Set<number>(unread.mentions);
    for (const { unread_message_ids } of [...unread.pms, ...unread.huddles])
      for (const id of unread_message_ids) ids.add(id);
    const followed = new Set(ids);
    for (const { stream_id, topic, unread_message_ids } of unread.streams)
      if (policyOf({ user_topics }, stream_id, topic) === FOLLOWED)
        for (const id of unread_message_ids) followed.add(id);
    return (with_followed: boolean) => (with_followed ? followed.size : ids.size);
  }),
);
