// When people were subscribed, from the audit log of the reference server. Pure.
import type { z } from 'zod';
import { getOrSet } from '../../../../kit/collections/get-or-set.ts';
import { AUDIT, type AuditRow } from './tables.ts';

interface Span {
  readonly after: number;
  readonly until: number | null;
}

/** Takes the events in their order. */
export class SubscriptionLog {
  /** Keyed by channel, then account. Most have one open span, of which only the beginning is held. */
  private readonly spans = new Map<number, Map<number, number | Span[]>>();

  push({ event_type, modified_user, modified_stream, event_last_message_id }: z.infer<typeof AuditRow>): void {
    if (modified_user == null || modified_stream == null || event_last_message_id == null) return;
    const of_channel = getOrSet(this.spans, modified_stream, () => new Map<number, number | Span[]>());
    const spans = this.of(modified_user, modified_stream) ?? [];
    const last = spans.at(-1);
    const open = last?.until === null ? last : null;
    if (event_type === AUDIT.unsubscribed) {
      if (open) spans[spans.length - 1] = { ...open, until: Math.max(open.after, event_last_message_id) };
    } else if (!open) spans.push({ after: Math.max(event_last_message_id, last?.until ?? 0), until: null });
    const [first] = spans;
    if (first !== undefined)
      of_channel.set(modified_user, spans.length === 1 && first.until === null ? first.after : spans);
  }

  of(user: number, channel: number): Span[] | null {
    const known = this.spans.get(channel)?.get(user);
    if (known === undefined) return null;
    return typeof known === 'number' ? [{ after: known, until: null }] : known;
  }
}

/** Null if the log does not have it. Message ids are the positions of messages. */
export function spansOf(
  log: SubscriptionLog,
  onboarding: readonly number[],
): (user: number, channel: number, is: { is_active: boolean; shares_history: boolean }) => Span[] | null {
  const [first, last_onboarding] = [Math.min(...onboarding) - 1, Math.max(...onboarding)];
  // Everybody got the onboarding messages, which are older than their subscription. People who can't read earlier messages get none.
  const withOnboarding = (spans: Span[]): Span[] =>
    onboarding.length > 0 && spans[0]!.after >= last_onboarding
      ? [{ after: first, until: last_onboarding }, ...spans]
      : spans;
  return (user, channel, { is_active, shares_history }) => {
    const spans = known(user, channel, is_active);
    return spans !== null && shares_history ? withOnboarding(spans) : spans;
  };

  function known(user: number, channel: number, is_active: boolean): Span[] | null {
    const spans = log.of(user, channel);
    if (spans === null) return null;
    const last = spans.at(-1)!;
    // Where the log has a gap, the subscription itself decides: it lets nobody read more than before.
    if (is_active && last.until !== null) return [...spans, { after: last.until, until: null }];
    if (!is_active && last.until === null) return [...spans.slice(0, -1), { after: last.after, until: last.after }];
    return spans;
  }
}
