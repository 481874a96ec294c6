// Announces changed flags to the reader's clients.
import { flagsAdd, type MessageId } from '@stoa/contract';
import type { Actor } from '../../kit/actor.ts';
import type { WriteContext } from '../../kit/write.ts';

/** At most 50,000 messages per event. */
const MESSAGES_PER_EVENT = 50_000;

export function announceRead({ emit }: WriteContext, actor: Actor, ids: readonly MessageId[]): void {
  announceFlagged(ids, (messages) =>
    emit(flagsAdd, { operation: 'add', flag: 'read', messages, all: false }, { users: [actor.user_id] }),
  );
}

export function announceFlagged(ids: readonly MessageId[], announce: (some: MessageId[]) => void): void {
  for (let at = 0; at < ids.length; at += MESSAGES_PER_EVENT) announce(ids.slice(at, at + MESSAGES_PER_EVENT));
}
