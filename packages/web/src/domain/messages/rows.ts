// The rows of a message list: dates, conversation headings, the line of new messages, and messages. Rows of unchanged
// messages stay the same objects, so a new message costs only its own rows.

import { dayOf } from '../../base/text/dates.ts';
import type { View } from '../../base/views/view.ts';
import { isConversation } from '../../base/views/view.ts';
import { conversationKey } from '../../model/messages/conversations.ts';
import type { StoredMessage } from '../../model/messages/message-store.ts';
import type { Outgoing } from '../../model/messages/outbox.ts';

export type Row =
  | { readonly kind: 'date'; readonly key: string; readonly timestamp: number }
  | { readonly kind: 'heading'; readonly key: string; readonly message: StoredMessage }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: StoredMessage; readonly grouped: boolean }
  | { readonly kind: 'outgoing'; readonly key: string; readonly outgoing: Outgoing };

/** Consecutive messages of one person within this time share a name and picture. */
const TOGETHER_SECONDS = 10 * 60;

export class RowBuilder {
  private messages: readonly StoredMessage[] = [];
  private rows: readonly Row[] = [];
  /** The index of each message's first row. */
  private starts: number[] = [];

  constructor(
    private readonly view: View,
    private readonly own_id: number,
    private readonly first_unread: number | null,
  ) {}

  /** The rows of these messages, followed by those of unconfirmed ones. */
  build(messages: readonly StoredMessage[], outgoing: readonly Outgoing[]): readonly Row[] {
    const same = this.sameUpTo(messages);
    if (same < messages.length || same < this.messages.length) {
      const rows = this.rows.slice(0, this.starts[same] ?? this.rows.length);
      this.starts.length = same;
      for (let at = same; at < messages.length; at += 1) {
        this.starts.push(rows.length);
        this.append(rows, messages[at]!, messages[at - 1] ?? null);
      }
      this.messages = messages;
      this.rows = rows;
    }
    if (outgoing.length === 0) return this.rows;
    return [...this.rows, ...outgoing.map((outgoing): Row => ({ kind: 'outgoing', key: outgoing.local_id, outgoing }))];
  }

  private sameUpTo(messages: readonly StoredMessage[]): number {
    const length = Math.min(messages.length, this.messages.length);
    for (let at = 0; at < length; at += 1) if (messages[at] !== this.messages[at]) return at;
    return length;
  }

  private append(rows: Row[], message: StoredMessage, before: StoredMessage | null): void {
    const new_day = before === null || dayOf(before.timestamp) !== dayOf(message.timestamp);
    const first_unread = message.id === this.first_unread && before !== null;
    const new_place = !isConversation(this.view) && (new_day || this.placeOf(before) !== this.placeOf(message));
    if (new_day) rows.push({ kind: 'date', key: `date ${message.id}`, timestamp: message.timestamp });
    if (first_unread) rows.push({ kind: 'new', key: 'new' });
    if (new_place) rows.push({ kind: 'heading', key: `heading ${message.id}`, message });
    const grouped = !new_day && !first_unread && !new_place && isTogether(before!, message);
    rows.push({ kind: 'message', key: String(message.id), message, grouped });
  }

  private placeOf(message: StoredMessage | null): string {
    return message === null ? '' : conversationKey(message, this.own_id);
  }
}

function isTogether(before: StoredMessage, message: StoredMessage): boolean {
  return (
    before.sender_id === message.sender_id &&
    message.timestamp - before.timestamp < TOGETHER_SECONDS &&
    !message.is_me_message &&
    !before.is_me_message
  );
}
