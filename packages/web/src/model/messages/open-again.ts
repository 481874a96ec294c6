// The reader goes to a list that is loaded already: it opens where reading continues now.
import { keyOf, type View } from '../../base/views/view.ts';
import type { State } from '../state/state.ts';
import { type UnreadConversation, unreadCounts } from '../state/unread.ts';
import type { MessageList } from './message-list.ts';

type IsRead = (id: number) => boolean;

/** From the state, which knows of messages that aren't loaded too; null in views whose unread messages it doesn't tell. */
function firstUnread(state: State, view: View, isRead: IsRead): number | null {
  const key = keyOf(view);
  const isPart = ({ view: found, muted }: UnreadConversation) => {
    if (view.kind === 'feed') return !muted;
    if (view.kind === 'channel') return found.kind === 'topic' && found.channel_id === view.channel_id;
    return keyOf(found) === key;
  };
  const firsts = unreadCounts(state)
    .conversations.filter(isPart)
    .map(({ ids }) => ids.find((id) => !isRead(id)))
    .filter((id) => id !== undefined);
  return firsts.length > 0 ? Math.min(...firsts) : null;
}

/**
 * Moves the anchor of a list and the line above its first unread message to where that is now; fetches it there if that
 * isn't loaded. Returns whether the rows change.
 */
export function openAgain(list: MessageList, state: State, isRead: IsRead): boolean {
  const now = list.cell.get();
  const known = firstUnread(state, list.view, isRead);
  const loaded = now.ids.find((id) => !isRead(id)) ?? null;
  const first = known === null ? loaded : Math.min(known, loaded ?? known);
  if (first === null ? !now.found_newest : !now.ids.includes(first)) {
    void list.open(null);
    return true;
  }
  const first_unread = list.view.kind === 'search' ? null : first;
  if (first_unread === now.first_unread && first_unread === now.anchor) return false;
  list.cell.set({ ...now, anchor: first_unread, first_unread, prepended: false });
  return first_unread !== now.first_unread;
}
