// Candidates for notifications of a message: only people with a reason, never all who receive it. One statement each.

import type { UserId, UserSettings } from '@stoa/contract';
import { FLAG, WILDCARD } from '../../conversation/message-rules/flags.rules.ts';
import { isUnread } from '../../conversation/read-ranges/unread.rules.ts';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Calling } from './calling.rules.ts';
import { findTrigger, isOnline, type Medium, POLICY, type Trigger } from './notifications.rules.ts';

interface MediumWords {
  /** The `subscriptions` column and the user setting that request every message of a channel. */
  readonly column: string;
  readonly setting: string;
}
const WORDS: Record<Medium, MediumWords> = {
  push: { column: 'push_notifications', setting: 'enable_stream_push_notifications' },
  email: { column: 'email_notifications', setting: 'enable_stream_email_notifications' },
};

/**
 * The ids of people a message can notify, by indexes with few rows however many are subscribed; a cross join keeps
 * SQLite from scanning all subscribers. The parameters are the message's id, recipient, channel and topic. [PU14]
 */
function called({ stream_id, wildcards }: Calling, medium: Medium): string {
  if (stream_id === null) return 'select user_id from recipient_users where recipient_id = $2';
  const subscribed = 'select user_id from subscriptions where stream_id = $3 and active';
  if (wildcards & WILDCARD.everyone) return subscribed;
  const { column, setting } = WORDS[medium];
  return `select user_id from message_flags where message_id = $1
      and (flags & ${FLAG.mentioned | FLAG.topic_wildcard_mentioned}) <> 0
    union select user_id from user_topics where stream_id = $3 and topic_key = $4
      and visibility_policy = ${POLICY.followed}
    union ${subscribed} and ${column}
    union select listener.user_id from users listener cross join subscriptions
      where subscriptions.user_id = listener.user_id and subscriptions.stream_id = $3 and subscriptions.active
        and listener.realm_id = (select realm_id from messages where id = $1)
        and cast(listener.settings ->> '${setting}' as text) in ('1', 'true')`;
}

const parametersOf = ({ id, recipient_id, stream_id, topic_key }: Calling) => [id, recipient_id, stream_id, topic_key];
/** Lets the engines infer the types of parameters that a statement does not use. */
const ALL_PARAMETERS = `cast($1 as bigint) is not null and cast($2 as bigint) is not null
  and (cast($3 as bigint) is not null or cast($3 as bigint) is null) and cast($4 as text) is not null`;

/**
 * Whether a message may notify anybody. Checked by every send, so that a message that notifies nobody costs nothing more.
 * `reachable` is the condition, on a column of user ids, that the medium reaches an account.
 */
export async function callsAnybody(
  db: Connection,
  message: Calling,
  medium: Medium,
  reachable: (user_id: string) => string,
): Promise<boolean> {
  const found = await db.get(
    sql.text(
      `select 1 as found from (${called(message, medium)}) as called
     where called.user_id <> (select sender_id from messages where id = $1) and ${reachable('called.user_id')}
       and ${ALL_PARAMETERS} limit 1`,
      parametersOf(message),
    ),
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
const candidates = (message: Calling, medium: Medium, who: string) =>
  `select users.user_id, users.settings, coalesce(message_flags.flags, 0) as flags,
     coalesce(visibility_policy, 0) as visibility_policy, subscriptions.is_muted as is_channel_muted,
     subscriptions.${WORDS[medium].column} as channel_setting,
     subscriptions.wildcard_mentions_notify as channel_wildcards, ${isUnread('users.user_id')} as is_unread,
     active_timestamp,
     (select max(last_active_at) from event_queues where event_queues.user_id = users.user_id) as last_polled_at
   from messages join users on ${who}
   left join message_flags on message_flags.message_id = messages.id and message_flags.user_id = users.user_id
   left join subscriptions on subscriptions.stream_id = $3 and subscriptions.user_id = users.user_id
     and subscriptions.active
   left join user_topics on user_topics.user_id = users.user_id and user_topics.stream_id = $3
     and user_topics.topic_key = $4
   left join user_presence on user_presence.user_id = users.user_id
   where messages.id = $1 and users.user_id <> messages.sender_id and users.is_active and not users.is_bot
     and ${
       message.stream_id === null
         ? 'exists (select 1 from recipient_users where recipient_id = $2 and recipient_users.user_id = users.user_id)'
         : 'subscriptions.user_id is not null'
     }
     and not exists (select 1 from muted_users
       where muted_users.user_id = users.user_id and muted_user_id = messages.sender_id)
     and ${ALL_PARAMETERS}`;

/**
 * Whom a message notifies and why: people who still receive it, have not read it, have not muted its sender and want the
 * notification. With `now` null, presence is ignored.
 */
export async function findCalls(
  db: Connection,
  message: Calling,
  medium: Medium,
  reachable: (user_id: string) => string,
  now: number | null,
): Promise<Call[]> {
  const who = `users.user_id in (${called(message, medium)}) and ${reachable('users.user_id')}`;
  const rows = await db.all<CandidateRow>(
    sql.text(`${candidates(message, medium, who)} order by users.user_id`, parametersOf(message)),
  );
  return rows.flatMap((row) => callOf(row, message, medium, now) ?? []);
}

/** The notification of one person for a message and its reason, ignoring presence. */
export async function findCallOf(
  db: Connection,
  message: Calling,
  medium: Medium,
  user_id: UserId,
): Promise<Call | null> {
  const row = await db.get<CandidateRow>(
    sql.text(candidates(message, medium, 'users.user_id = $5'), [...parametersOf(message), user_id]),
  );
  return row && callOf(row, message, medium, null);
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
