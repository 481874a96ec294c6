// Candidates for notifications of a message: only people with a reason, never all who receive it. One statement each.

import type { UserId, UserSettings } from '@stoa/contract';
import { FLAG, WILDCARD } from '../../conversation/message-rules/flags.rules.ts';
import { isUnread } from '../../conversation/read-ranges/unread.rules.ts';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import type { Calling } from './calling.rules.ts';
import { findTrigger, isOnline, type Medium, POLICY, type Trigger } from './notifications.rules.ts';

/** The `subscriptions` column that requests every message of a channel ... */
const COLUMN = { push: sql`push_notifications`, email: sql`email_notifications` };
/** ... and the user setting that does. */
const SETTING = {
  push: sql`listener.settings ->> 'enable_stream_push_notifications'`,
  email: sql`listener.settings ->> 'enable_stream_email_notifications'`,
};
const MENTIONED = sql.raw(FLAG.mentioned | FLAG.topic_wildcard_mentioned);

/**
 * The ids of people a message can notify, by indexes with few rows however many are subscribed; a cross join keeps SQLite
 * from scanning all subscribers. [PU14]
 */
function called({ id, recipient_id, stream_id, topic_key, wildcards }: Calling, medium: Medium): Fragment {
  if (stream_id === null) return sql`select user_id from recipient_users where recipient_id = ${recipient_id}`;
  const subscribed = sql`select user_id from subscriptions where stream_id = ${stream_id} and active`;
  if (wildcards & WILDCARD.everyone) return subscribed;
  return sql`select user_id from message_flags where message_id = ${id} and (flags & ${MENTIONED}) <> 0
    union select user_id from user_topics where stream_id = ${stream_id} and topic_key = ${topic_key}
      and visibility_policy = ${sql.raw(POLICY.followed)}
    union ${subscribed} and ${COLUMN[medium]}
    union select listener.user_id from users listener cross join subscriptions
      where subscriptions.user_id = listener.user_id and subscriptions.stream_id = ${stream_id} and subscriptions.active
        and listener.realm_id = (select realm_id from messages where id = ${id})
        and cast(${SETTING[medium]} as text) in ('1', 'true')`;
}

/**
 * Whether a message may notify anybody. Checked by every send, so that a message that notifies nobody costs nothing more.
 * `reachable` is the condition, on a column of user ids, that the medium reaches an account.
 */
export async function callsAnybody(
  db: Connection,
  message: Calling,
  medium: Medium,
  reachable: (user_id: Fragment) => Fragment,
): Promise<boolean> {
  const found = await db.get(
    sql`select 1 as found from (${called(message, medium)}) as called
     where called.user_id <> (select sender_id from messages where id = ${message.id})
       and ${reachable(sql`called.user_id`)} limit 1`,
  );
  return found !== null;
}

interface CandidateRow {
  readonly user_id: UserId;
  readonly settings: StoredUserSettings;
  readonly flags: number;
  readonly visibility_policy: number;
  readonly is_channel_muted: boolean | null;
  readonly channel_setting: boolean | null;
  readonly channel_wildcards: boolean | null;
  readonly is_unread: unknown;
  /** In seconds; null if never reported. */
  readonly active_timestamp: number | null;
  /** In milliseconds. */
  readonly last_polled_at: number | null;
}

export interface Call {
  readonly user_id: UserId;
  readonly trigger: Trigger;
  readonly settings: UserSettings;
}

/** The facts about each person in `who`, a condition on `users`. */
const candidates = ({ id, recipient_id, stream_id, topic_key }: Calling, medium: Medium, who: Fragment) =>
  sql`select users.user_id, users.settings, coalesce(message_flags.flags, 0) as flags,
     coalesce(visibility_policy, 0) as visibility_policy, subscriptions.is_muted as is_channel_muted,
     subscriptions.${COLUMN[medium]} as channel_setting,
     subscriptions.wildcard_mentions_notify as channel_wildcards, ${isUnread(sql`users.user_id`)} as is_unread,
     active_timestamp,
     (select max(last_active_at) from event_queues where event_queues.user_id = users.user_id) as last_polled_at
   from messages join users on ${who}
   left join message_flags on message_flags.message_id = messages.id and message_flags.user_id = users.user_id
   left join subscriptions on subscriptions.stream_id = ${stream_id} and subscriptions.user_id = users.user_id
     and subscriptions.active
   left join user_topics on user_topics.user_id = users.user_id and user_topics.stream_id = ${stream_id}
     and user_topics.topic_key = ${topic_key}
   left join user_presence on user_presence.user_id = users.user_id
   where messages.id = ${id} and users.user_id <> messages.sender_id and users.is_active and not users.is_bot
     and ${
       stream_id === null
         ? sql`exists (select 1 from recipient_users
             where recipient_id = ${recipient_id} and recipient_users.user_id = users.user_id)`
         : sql`subscriptions.user_id is not null`
     }
     and not exists (select 1 from muted_users
       where muted_users.user_id = users.user_id and muted_user_id = messages.sender_id)`;

/**
 * Whom a message notifies and why: people who still receive it, have not read it, have not muted its sender and want the
 * notification. With `now` null, presence is ignored.
 */
export async function findCalls(
  db: Connection,
  message: Calling,
  medium: Medium,
  reachable: (user_id: Fragment) => Fragment,
  now: number | null,
): Promise<Call[]> {
  const who = sql`users.user_id in (${called(message, medium)}) and ${reachable(sql`users.user_id`)}`;
  const rows = await db.all<CandidateRow>(sql`${candidates(message, medium, who)} order by users.user_id`);
  return rows.flatMap((row) => callOf(row, message, medium, now) ?? []);
}

/** The mail of one person about a message and its reason, ignoring presence. */
export async function findMailOf(db: Connection, message: Calling, user_id: UserId): Promise<Call | null> {
  const row = await db.get<CandidateRow>(candidates(message, 'email', sql`users.user_id = ${user_id}`));
  return row && callOf(row, message, 'email', null);
}

function callOf(row: CandidateRow, message: Calling, medium: Medium, now: number | null): Call | null {
  const settings = completeSettings(row.settings);
  const { user_id, active_timestamp, last_polled_at } = row;
  const situation = {
    is_direct: message.stream_id === null,
    is_mentioned: (row.flags & FLAG.mentioned) !== 0,
    is_topic_mentioned: (row.flags & FLAG.topic_wildcard_mentioned) !== 0,
    is_everyone_mentioned: (message.wildcards & WILDCARD.everyone) !== 0,
    visibility_policy: row.visibility_policy,
    is_channel_muted: row.is_channel_muted ?? false,
    channel_setting: row.channel_setting,
    channel_wildcards: row.channel_wildcards,
    is_read: !row.is_unread,
    is_online:
      now !== null && isOnline({ active_timestamp, last_polled_at, shares_presence: settings.presence_enabled }, now),
    settings,
  };
  const trigger = findTrigger(situation, medium);
  return trigger && { user_id, trigger, settings };
}
