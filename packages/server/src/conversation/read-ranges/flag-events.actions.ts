// Announces changed flags to the reader's clients.

import { flagsAdd, type MessageId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import { batchesOf } from '../../kit/database/batches.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';

/** At most 50,000 messages per event. */
const MESSAGES_PER_EVENT = 50_000;

export function announceRead({ emit }: WriteContext, actor: Actor, ids: readonly MessageId[]): void {
  announceFlagged(ids, (messages) =>
    emit(flagsAdd, { operation: 'add', flag: 'read', messages, all: false }, { users: [actor.user_id] }),
  );
}

export function announceFlagged(ids: readonly MessageId[], announce: (batch: MessageId[]) => void): void {
  for (const batch of batchesOf(ids, MESSAGES_PER_EVENT)) announce(batch);
}
