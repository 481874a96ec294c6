// What messages that lie close together are to one reader, from a few facts about their conversations. Says of messages that
// were never moved what unread.rules.ts says in SQL of any one; a model in the tests holds them to the same. Pure. [RS1] [RS5]
import type { MessageId, RecipientId, UserId } from '@stoa/contract';
import { FLAG, flagNames, WILDCARD } from '../messages/flags.rules.ts';
import type { Stretch } from './read-ranges.rules.ts';

/** What of a message its flags follow from. */
export interface FlaggedMessage {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly sender_id: UserId;
  readonly wildcards: number;
  readonly is_edited: boolean;
}

/** A stay of the reader in a channel. */
export interface Stay {
  readonly after_message_id: number;
  readonly until_message_id: number | null;
  readonly until_event_id: number | null;
}

export interface ReaderView {
  readonly user_id: UserId;
  /** The stays in each place that is a channel; null for conversations. */
  readonly stays: ReadonlyMap<RecipientId, readonly Stay[] | null>;
  /** What is read of what was sent to each, in order. */
  readonly stretches: ReadonlyMap<RecipientId, readonly Stretch[]>;
  readonly marked: ReadonlySet<MessageId>;
  /** Of people whom the reader has muted, up to which message they are silent. */
  readonly silenced: ReadonlyMap<UserId, number>;
  /** Bits of {@link FLAG}. */
  readonly flags: ReadonlyMap<MessageId, number>;
}

function covers(stretches: readonly Stretch[], id: number): boolean {
  const last = stretches.findLast(({ from_id }) => from_id <= id);
  return last !== undefined && last.until_id >= id;
}

const NOTHING: readonly Stretch[] = [];

export function flagsInView(view: ReaderView, message: FlaggedMessage): string[] {
  const { id, sender_id, recipient_id, wildcards } = message;
  const stays = view.stays.get(recipient_id) ?? null;
  const is_own = sender_id === view.user_id;
  const came = (stay: Stay) => stay.after_message_id < id;
  const is_received =
    is_own ||
    stays === null ||
    stays.some((stay) => came(stay) && (stay.until_message_id === null || stay.until_message_id >= id));
  const is_unread =
    view.marked.has(id) ||
    (!is_own &&
      !covers(view.stretches.get(recipient_id) ?? NOTHING, id) &&
      (view.silenced.get(sender_id) ?? 0) < id &&
      (stays === null || stays.some((stay) => came(stay) && stay.until_event_id === null)));
  return flagNames({
    is_read: !is_unread,
    flags: (view.flags.get(id) ?? 0) | (is_received ? 0 : FLAG.historical),
    is_everyone_mentioned: is_received && (wildcards & WILDCARD.everyone) !== 0,
  });
}
