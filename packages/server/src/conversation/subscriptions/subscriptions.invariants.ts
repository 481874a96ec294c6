// Invariants of subscriptions and their spans in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const subscriptionsInvariants: readonly Invariant[] = [
  {
    title: 'subscribers are of the same organization as the channel',
    violations: sql`select user_id, stream_id from subscriptions join users using (user_id) join channels using (stream_id)
      where users.realm_id <> channels.realm_id`,
  },
  {
    title: 'every active subscription has exactly one open span, and no other has one',
    violations: sql`select user_id, stream_id, active, coalesce(open_spans, 0) as open_spans from subscriptions left join (
        select user_id, stream_id, count(*) as open_spans from subscription_spans where until_event_id is null
        group by user_id, stream_id) as spans using (user_id, stream_id)
      where coalesce(open_spans, 0) <> case when active then 1 else 0 end`,
  },
  {
    title: 'every channel counts its active subscriptions',
    violations: sql`select stream_id, active_subscriptions, coalesce(counted, 0) as counted from channels left join (
        select stream_id, count(*) as counted from subscriptions where active group by stream_id) as counts using (stream_id)
      where active_subscriptions <> coalesce(counted, 0)`,
  },
  {
    title: 'every span belongs to a subscription',
    violations: sql`select user_id, stream_id from subscription_spans where not exists (select 1 from subscriptions
      where subscriptions.user_id = subscription_spans.user_id and subscriptions.stream_id = subscription_spans.stream_id)`,
  },
  {
    title: 'every span ends after it begins, and as a whole',
    violations: sql`select user_id, stream_id, after_event_id, until_event_id, after_message_id, until_message_id from subscription_spans
      where until_event_id < after_event_id or until_message_id < after_message_id
        or (until_event_id is null) <> (until_message_id is null)`,
  },
  {
    title: 'no two spans of a subscription overlap',
    violations: sql`select spans.user_id, spans.stream_id, spans.after_event_id from subscription_spans spans
      join subscription_spans later on later.user_id = spans.user_id and later.stream_id = spans.stream_id
        and later.after_event_id > spans.after_event_id
      where spans.until_event_id is null or spans.until_event_id > later.after_event_id`,
  },
];
