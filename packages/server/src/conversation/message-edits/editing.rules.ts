// Rules of edits: valid requests, and how long messages can be changed. Pure.
import { createHash } from 'node:crypto';
import { BadRequest, ExpectationMismatch, type editMessage, type ParamsOf } from '@stoa/contract';
import { normalizeContent } from '../messages/content.rules.ts';

export type EditRequest = ParamsOf<typeof editMessage>;

/** Allows for slow requests and editors left open until the last second. */
const GRACE_S = 20;
const NOTHING_LEFT = '(deleted)';

/** Content as stored; removing all of it leaves `(deleted)`. [ED2] */
export function editedContent(content: string): string {
  return content.trim() === '' ? NOTHING_LEFT : normalizeContent(content);
}

/** Throws unless the parameters fit each other and the kind of message. [ED1] */
export function checkRequest(request: EditRequest, stream_id: number | null): void {
  const { content, topic, stream_id: target, propagate_mode } = request;
  const moves = topic !== undefined || target !== undefined;
  if (content === undefined && !moves) throw BadRequest('Nothing to change');
  if (stream_id === null && target !== undefined) throw BadRequest('Direct messages cannot be moved to channels.');
  if (stream_id === null && topic !== undefined) throw BadRequest('Direct messages cannot have topics.');
  if (propagate_mode !== 'change_one' && !moves) throw BadRequest('Invalid propagate_mode without topic edit');
  if (content !== undefined && target !== undefined && target !== stream_id)
    throw BadRequest('Cannot change message content while changing channel');
}

/** Throws if the caller has edited content other than the current one. [ED5] */
export function checkExpectation(content: string, sha256: string | undefined): void {
  if (sha256 === undefined) return;
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== sha256.toLowerCase())
    throw ExpectationMismatch("'prev_content_sha256' value does not match the expected value.");
}

/** Messages sent since then can still be changed; null: all of them. In seconds. */
export function changeableSince(limit_s: number | null, now_s: number): number | null {
  return limit_s === null ? null : now_s - limit_s - GRACE_S;
}
