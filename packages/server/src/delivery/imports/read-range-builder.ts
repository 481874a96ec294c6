// Turns "unread for these people", message by message, into ranges of ids that are read. Initially everything is
// read for everybody, so only people with unread messages cost memory.
import type { RecipientId, UserId } from '@stoa/contract';
import type { ImportedRange } from '../../conversation/read-ranges/importing.actions.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';

interface Conversation {
  /** The last message of the conversation. */
  last_id: number;
  /** Where the read range of a person with unread messages begins; null while messages are unread. */
  readonly from: Map<UserId, number | null>;
  /** People whose newest message is unread. */
  readonly behind: Set<UserId>;
}

export class ReadRangeBuilder {
  private readonly by_recipient = new Map<RecipientId, Conversation>();

  /** Takes the next message of a conversation; returns the ranges that end before it. */
  next(recipient_id: RecipientId, id: number, unread_for: ReadonlySet<UserId>): ImportedRange[] {
    const conversation = getOrSet(
      this.by_recipient,
      recipient_id,
      (): Conversation => ({ last_id: 0, from: new Map(), behind: new Set() }),
    );
    const ended: ImportedRange[] = [];
    for (const user_id of conversation.behind)
      if (!unread_for.has(user_id)) {
        conversation.behind.delete(user_id);
        conversation.from.set(user_id, id);
      }
    for (const user_id of unread_for) {
      if (conversation.behind.has(user_id)) continue;
      const from_id = conversation.from.get(user_id) ?? 1;
      if (conversation.last_id >= from_id)
        ended.push({ user_id, recipient_id, from_id, until_id: conversation.last_id });
      conversation.behind.add(user_id);
      conversation.from.set(user_id, null);
    }
    conversation.last_id = id;
    return ended;
  }

  /** The ranges up to the end, of these people. */
  end(recipient_id: RecipientId, people: Iterable<UserId>): ImportedRange[] {
    const conversation = this.by_recipient.get(recipient_id);
    if (!conversation) return [];
    return [...people].flatMap((user_id) => {
      const from_id = conversation.from.has(user_id) ? conversation.from.get(user_id)! : 1;
      return from_id === null ? [] : [{ user_id, recipient_id, from_id, until_id: conversation.last_id }];
    });
  }
}
