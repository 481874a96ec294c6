// Turns "unread for these people", message by message, into ranges of ids that are read. Initially everything is
// read for everybody, so only people with unread messages cost memory.
import type { RecipientId, UserId } from '@stoa/contract';
import type { ImportedRange } from '../../conversation/read-ranges/importing.actions.ts';
import { getOrSet } from '../../kit/get-or-set.ts';

interface Runs {
  /** The last message of the conversation. */
  last_id: number;
  /** Where the read range of a person with unread messages begins; null while messages are unread. */
  readonly from: Map<UserId, number | null>;
  /** People whose newest message is unread. */
  readonly behind: Set<UserId>;
}

export class ReadRuns {
  private readonly by_recipient = new Map<RecipientId, Runs>();

  /** Takes the next message of a conversation; returns the ranges that end before it. */
  next(recipient_id: RecipientId, id: number, unread_for: ReadonlySet<UserId>): ImportedRange[] {
    const runs = getOrSet(
      this.by_recipient,
      recipient_id,
      (): Runs => ({ last_id: 0, from: new Map(), behind: new Set() }),
    );
    const ended: ImportedRange[] = [];
    for (const user_id of runs.behind)
      if (!unread_for.has(user_id)) {
        runs.behind.delete(user_id);
        runs.from.set(user_id, id);
      }
    for (const user_id of unread_for) {
      if (runs.behind.has(user_id)) continue;
      const from_id = runs.from.get(user_id) ?? 1;
      if (runs.last_id >= from_id) ended.push({ user_id, recipient_id, from_id, until_id: runs.last_id });
      runs.behind.add(user_id);
      runs.from.set(user_id, null);
    }
    runs.last_id = id;
    return ended;
  }

  /** The ranges up to the end, of these people. */
  end(recipient_id: RecipientId, people: Iterable<UserId>): ImportedRange[] {
    const runs = this.by_recipient.get(recipient_id);
    if (!runs) return [];
    return [...people].flatMap((user_id) => {
      const from_id = runs.from.has(user_id) ? runs.from.get(user_id)! : 1;
      return from_id === null ? [] : [{ user_id, recipient_id, from_id, until_id: runs.last_id }];
    });
  }
}
