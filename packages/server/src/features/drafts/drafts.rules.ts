// Validation of drafts. Pure; recipients are checked in drafts.queries.ts.
import { BadRequest, cutTopic, type Draft, MAX_MESSAGE_LENGTH, type NewDraft, Refused } from '@stoa/contract';

/** A draft as it is stored, without fields its type does not use. [DR4] [DR5] [DR6] */
export function checkDraft(draft: NewDraft, now_seconds: number): Omit<Draft, 'id'> {
  const { content } = draft;
  // Without recipients it is not addressed.
  const type = draft.type === 'private' && draft.to.length === 0 ? '' : draft.type;
  if (content.trim() === '') throw Refused('message_empty');
  if ([...content].length > MAX_MESSAGE_LENGTH) throw Refused('draft_long', { count: MAX_MESSAGE_LENGTH });
  const to = type === '' ? [] : [...new Set(draft.to)];
  if (type === 'stream' && to.length !== 1) throw BadRequest('Must specify exactly 1 channel ID for channel messages');
  const timestamp = draft.timestamp === undefined ? now_seconds : Math.floor(draft.timestamp);
  return { type, to, topic: type === 'stream' ? cutTopic(draft.topic) : '', content, timestamp };
}

/** Throws for accounts that disabled synchronization. [DR9] */
export function checkSynchronization(enabled: boolean): void {
  if (!enabled) throw BadRequest('User has disabled synchronizing drafts.');
}
