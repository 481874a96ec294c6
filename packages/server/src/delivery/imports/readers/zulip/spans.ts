// When people were subscribed, from the audit log of the reference server. Pure.
import type { z } from 'zod';
import { AUDIT, type AuditRow } from './tables.ts';

type Span = { after: number; until: number | null };

/** Null if the log does not have it. Message ids are the positions of messages. */
export function spansOf(
  audit: readonly z.infer<typeof AuditRow>[],
  onboarding: readonly number[],
): (user: number, channel: number, is: { is_active: boolean; shares_history: boolean }) => Span[] | null {
  const by_subscription = new Map<string, Span[]>();
  for (const { event_type, modified_user, modified_stream, event_last_message_id } of audit) {
    if (modified_user == null || modified_stream == null || event_last_message_id == null) continue;
    const key = `${modified_user} ${modified_stream}`;
    const spans = by_subscription.get(key) ?? [];
    by_subscription.set(key, spans);
    const open = spans.at(-1)?.until === null ? spans.at(-1)! : null;
    if (event_type === AUDIT.unsubscribed) {
      if (open) open.until = Math.max(open.after, event_last_message_id);
    } else if (!open) {
      const after = Math.max(event_last_message_id, spans.at(-1)?.until ?? 0);
      spans.push({ after, until: null });
    }
  }
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
    const spans = by_subscription.get(`${user} ${channel}`);
    if (!spans || spans.length === 0) return null;
    const last = spans.at(-1)!;
    // Where the log has a gap, the subscription itself decides: it lets nobody read more than before.
    if (is_active && last.until !== null) return [...spans, { after: last.until, until: null }];
    if (!is_active && last.until === null) return [...spans.slice(0, -1), { after: last.after, until: last.after }];
    return spans;
  }
}
