// When people were subscribed, by the positions of messages, and which flags a message has for them. Pure.
import { FLAG } from '../../conversation/message-rules/flags.rules.ts';
import { getOrSet } from '../../kit/collections/get-or-set.ts';
import type { ArchiveMark, ArchiveSubscription } from './archive.ts';

export type SubscriptionTime = Pick<ArchiveSubscription, 'is_active' | 'spans'>;

/** Most people of a channel have the same times, so one object serves for all of them. */
export class SharedTimes {
  private readonly known = new Map<string, SubscriptionTime>();

  shared(time: SubscriptionTime): SubscriptionTime {
    return getOrSet(this.known, JSON.stringify([time.is_active, time.spans]), () => time);
  }
}

/** When somebody was subscribed, by the positions of messages. */
export function spansOf({ is_active, spans }: SubscriptionTime): NonNullable<ArchiveSubscription['spans']> {
  if (spans !== undefined) return spans;
  return is_active ? [{ after: Number.NEGATIVE_INFINITY, until: null }] : [];
}

export function isIn(subscription: SubscriptionTime | undefined, position: number): boolean {
  if (!subscription) return false;
  return spansOf(subscription).some(({ after, until }) => after < position && (until === null || position <= until));
}

export function staysSince(subscription: SubscriptionTime, position: number): boolean {
  const last = spansOf(subscription).at(-1);
  return last !== undefined && last.until === null && last.after < position;
}

export function bitsOf({ is_starred, is_collapsed, is_mentioned, has_alert_word }: ArchiveMark): number {
  return (
    (is_starred ? FLAG.starred : 0) |
    (is_collapsed ? FLAG.collapsed : 0) |
    (is_mentioned ? FLAG.mentioned : 0) |
    (has_alert_word ? FLAG.has_alert_word : 0)
  );
}
