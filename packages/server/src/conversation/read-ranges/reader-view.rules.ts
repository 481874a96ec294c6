// Flags of messages that lie close together, computed for one reader from a few facts about their conversations. Equals
// what unread.rules.ts says in SQL, for messages that were never moved; a model test compares both. Pure. [RS1] [RS5]
import type { MessageId, RecipientId, UserId } from '@stoa/contract';
import { FLAG, flagNames, WILDCARD } from '../message-rules/flags.rules.ts';
import type { ReadRange } from './read-ranges.rules.ts';

/** The fields of a message that decide on its flags. */
export interface FlaggedMessage {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly sender_id: UserId;
  readonly wildcards: number;
  readonly is_edited: boolean;
}

/** A subscription span of the reader. */
export interface SubscriptionSpan {
  readonly after_message_id: number;
  readonly until_message_id: number | null;
  readonly until_event_id: number | null;
}

export interface ReaderView {
  readonly user_id: UserId;
  /** The reader's spans by channel recipient; null for direct messages. */
  readonly subscription_spans: ReadonlyMap<RecipientId, readonly SubscriptionSpan[] | null>;
  /** The reader's read ranges by recipient, in order. */
  readonly read_ranges: ReadonlyMap<RecipientId, readonly ReadRange[]>;
  readonly marked: ReadonlySet<MessageId>;
  /** Muted senders, each with the last message id that muting covers. */
  readonly silenced: ReadonlyMap<UserId, number>;
  /** Bits of {@link FLAG}. */
  readonly flags: ReadonlyMap<MessageId, number>;
}

function covers(read_ranges: readonly ReadRange[], id: number): boolean {
  const last = read_ranges.findLast(({ from_id }) => from_id <= id);
  return last !== undefined && last.until_id >= id;
}

const NOTHING: readonly ReadRange[] = [];

export function flagsInView(view: ReaderView, message: FlaggedMessage): string[] {
  const { id, sender_id, recipient_id, wildcards } = message;
  const spans = view.subscription_spans.get(recipient_id) ?? null;
  const is_own = sender_id === view.user_id;
  const came = (span: SubscriptionSpan) => span.after_message_id < id;
  const is_received =
    is_own ||
    spans === null ||
    spans.some((span) => came(span) && (span.until_message_id === null || span.until_message_id >= id));
  const is_unread =
    view.marked.has(id) ||
    (!is_own &&
      !covers(view.read_ranges.get(recipient_id) ?? NOTHING, id) &&
      (view.silenced.get(sender_id) ?? 0) < id &&
      (spans === null || spans.some((span) => came(span) && span.until_event_id === null)));
  return flagNames({
    is_read: !is_unread,
    flags: (view.flags.get(id) ?? 0) | (is_received ? 0 : FLAG.historical),
    is_everyone_mentioned: is_received && (wildcards & WILDCARD.everyone) !== 0,
  });
}
