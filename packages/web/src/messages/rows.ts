// What a list of messages looks like: dates, headings of conversations, the line of new messages, and the messages between.

import { dayOf } from '../text/dates.ts';
import type { View } from '../views/view.ts';
import { isConversation } from '../views/view.ts';
import { conversationKey } from './matches.ts';
import type { StoredMessage } from './message-store.ts';
import type { Outgoing } from './outbox.ts';

export type Row =
  | { readonly kind: 'date'; readonly key: string; readonly timestamp: number }
  | { readonly kind: 'heading'; readonly key: string; readonly message: StoredMessage }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: StoredMessage; readonly grouped: boolean }
  | { readonly kind: 'outgoing'; readonly key: string; readonly outgoing: Outgoing };

/** Messages of one person within this time share a name and a picture. */
const TOGETHER_SECONDS = 10 * 60;

export function rowsOf(
  messages: readonly StoredMessage[],
  outgoing: readonly Outgoing[],
  view: View,
  own_id: number,
  first_unread: number | null,
): Row[] {
  const rows: Row[] = [];
  let before: StoredMessage | null = null;
  let place = '';
  const mixed = !isConversation(view);
  for (const message of messages) {
    let together =
      before !== null &&
      before.sender_id === message.sender_id &&
      message.timestamp - before.timestamp < TOGETHER_SECONDS &&
      !message.is_me_message &&
      !before.is_me_message;
    if (before === null || dayOf(before.timestamp) !== dayOf(message.timestamp)) {
      rows.push({ kind: 'date', key: `date ${message.id}`, timestamp: message.timestamp });
      together = false;
      place = '';
    }
    if (message.id === first_unread && before !== null) {
      rows.push({ kind: 'new', key: 'new' });
      together = false;
    }
    const here = mixed ? conversationKey(message, own_id) : '';
    if (here !== place) {
      rows.push({ kind: 'heading', key: `heading ${message.id}`, message });
      together = false;
      place = here;
    }
    rows.push({ kind: 'message', key: String(message.id), message, grouped: together });
    before = message;
  }
  for (const one of outgoing) rows.push({ kind: 'outgoing', key: one.local_id, outgoing: one });
  return rows;
}
