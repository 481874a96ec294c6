// Estimates which fetches may read many messages before finding enough. Pure.
import type { Narrow } from '@stoa/contract';
import { canonicalTerms } from './narrow-terms.rules.ts';

/** Larger fetches are long reads, whatever their narrow. */
const FEW_MESSAGES = 500;
/** This many messages by id may be in as many conversations. */
const FEW_IDS = 100;

/**
 * Whether an index leads straight to the matches: one conversation, one sender within it, or one message. Other narrows
 * may read any number of messages to find a few.
 */
function isIndexed(narrow: Narrow): boolean {
  const terms = canonicalTerms(narrow).filter(({ operator }) => operator !== 'near');
  if (terms.some(({ negated }) => negated)) return false;
  const operators = new Set(terms.map(({ operator }) => operator));
  if (operators.size < terms.length) return false;
  const [selective, part, ...others] = ['channel', 'dm', 'with', 'id', 'topic', 'sender'].filter((name) =>
    operators.delete(name),
  );
  if (operators.size > 0 || others.length > 0 || selective === undefined) return false;
  return part === undefined ? selective !== 'topic' && selective !== 'sender' : selective === 'channel';
}

export interface FetchParameters {
  readonly narrow: Narrow;
  readonly anchor?: number | string | undefined;
  readonly use_first_unread_anchor?: boolean | undefined;
  readonly num_before?: number | undefined;
  readonly num_after?: number | undefined;
  readonly message_ids?: readonly number[] | undefined;
}

/** [HT22] Besides the search for the first unread message. */
export function isLongFetch({ narrow, message_ids, num_before = 0, num_after = 0 }: FetchParameters): boolean {
  if (message_ids) return message_ids.length > FEW_IDS || narrow.length > 0;
  return num_before + num_after > FEW_MESSAGES || !isIndexed(narrow);
}

export interface Listing {
  /** Every conversation that the reader receives, or their direct ones. */
  readonly of: 'received' | 'direct';
  /** Besides what the reader has muted. */
  readonly unmuted: boolean;
}

/** [MS77] What a fetch lists that may leave out whole conversations, but no message of others; null if it is another one. */
export function listingOf({ narrow, message_ids, num_before = 0, num_after = 0 }: FetchParameters): Listing | null {
  const [term, ...others] = canonicalTerms(narrow);
  const is = term?.operator === 'is' ? `${term.negated ? '-' : ''}${term.operand}` : null;
  const is_direct = is === 'dm' || is === 'private';
  const unmuted = is === '-muted' || (term?.operator === 'in' && term.operand === 'home' && !term.negated);
  if (message_ids || others.length > 0 || (term && !is_direct && !unmuted)) return null;
  if (num_before + num_after > FEW_MESSAGES) return null;
  return { of: is_direct ? 'direct' : 'received', unmuted };
}

/** An account may have any number of read ranges, and of messages between them that are not unread. [HT22] */
export function seeksUnread({ message_ids, anchor, use_first_unread_anchor }: FetchParameters): boolean {
  return message_ids === undefined && (anchor === 'first_unread' || use_first_unread_anchor === true);
}
