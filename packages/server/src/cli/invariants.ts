// What must be true of every store: one query each, for both engines, whose rows are the violations.

import { SYSTEM_GROUPS } from '../identity/membership/system-groups.ts';
import type { Engine } from '../kit/database/connection.ts';
import { LOG_STEP } from '../kit/log-entry.ts';

export interface Invariant {
  readonly title: string;
  readonly sql: string;
  /** Absent: both. */
  readonly engine?: Engine;
  /** Rows that mean that all is well. */
  readonly fine?: (row: Readonly<Record<string, unknown>>) => boolean;
}

const group_names = SYSTEM_GROUPS.map(({ name }) => `('${name}')`).join(', ');

export const INVARIANTS: readonly Invariant[] = [
  {
    title: 'the database file is whole',
    engine: 'sqlite',
    sql: 'pragma integrity_check',
    fine: (row) => row.integrity_check === 'ok',
  },
  { title: 'every reference leads somewhere', engine: 'sqlite', sql: 'pragma foreign_key_check' },
  {
    title: 'every event is within the log of its organization',
    sql: `select events.realm_id, events.id, realms.last_event_id from events left join realms using (realm_id)
      where realms.realm_id is null or events.id > realms.last_event_id`,
  },
  {
    title: 'no log begins after its end',
    sql: 'select realm_id, log_floor, last_event_id from realms where log_floor > last_event_id',
  },
  {
    title: 'every event queue belongs to an account of its organization',
    sql: `select queue_id, event_queues.realm_id, event_queues.user_id from event_queues left join users using (user_id)
      where event_queues.user_id is not null and (users.user_id is null or users.realm_id <> event_queues.realm_id)`,
  },
  {
    title: 'no bot may do more than its owner',
    sql: `select users.user_id, users.role, owner.role as owner_role from users
      join users owner on owner.user_id = users.bot_owner_id where users.is_bot and users.role < owner.role`,
  },
  {
    title: 'every offer of a bot is of one organization',
    sql: `select bot_id, bot_offers.user_id from bot_offers join users bot on bot.user_id = bot_id
      join users taker on taker.user_id = bot_offers.user_id
      where not bot.is_bot or bot.realm_id <> bot_offers.realm_id or taker.realm_id <> bot_offers.realm_id`,
  },
  {
    title: 'every session belongs to an account of its organization',
    sql: `select session_id, sessions.realm_id, sessions.user_id from sessions left join users using (user_id)
      where users.user_id is null or users.realm_id <> sessions.realm_id`,
  },
  {
    title: 'every browser that is notified belongs to an account of its organization and a session that has not ended',
    sql: `select subscription_id, browsers.user_id, browsers.session_id from web_push_subscriptions browsers
      left join users on users.user_id = browsers.user_id
      left join sessions on sessions.session_id = browsers.session_id and sessions.user_id = browsers.user_id
      where users.user_id is null or users.realm_id <> browsers.realm_id
        or (browsers.session_id is not null and (sessions.session_id is null or sessions.ended_at is not null))`,
  },
  {
    // Ids between two positions of the log are given to what is not logged.
    title: 'no event queue is ahead of the log',
    sql: `select queue_id, event_queues.last_event_id, realms.last_event_id as log_end from event_queues join realms using (realm_id)
      where event_queues.first_event_id > realms.last_event_id
        or event_queues.last_event_id >= realms.last_event_id + ${LOG_STEP}`,
  },
  {
    title: 'every organization has its system groups',
    sql: `with wanted (name) as (values ${group_names})
      select realms.realm_id, wanted.name from realms cross join wanted
      where not exists (select 1 from user_groups where user_groups.realm_id = realms.realm_id
        and user_groups.name = wanted.name and is_system_group and not deactivated)`,
  },
  {
    title: 'every organization has an active owner',
    sql: `select realm_id, name from realms where not exists (select 1 from users
      where users.realm_id = realms.realm_id and role = 100 and is_active and not is_bot)`,
  },
  {
    title: 'every bot belongs to a person of its organization',
    sql: `select bots.user_id, bots.bot_owner_id from users bots left join users owners on owners.user_id = bots.bot_owner_id
      where bots.is_bot and not bots.is_system_bot and (owners.user_id is null or owners.realm_id <> bots.realm_id or owners.is_bot)`,
  },
  {
    title: 'every organization has its notification bot',
    sql: `select realm_id, name from realms where (select count(*) from users
      where users.realm_id = realms.realm_id and is_system_bot) <> 1`,
  },
  {
    title: 'members of groups are of the same organization',
    sql: `select group_id, user_id from user_group_members join user_groups using (group_id) join users using (user_id)
      where user_groups.realm_id <> users.realm_id`,
  },
  {
    title: 'every channel has its recipient',
    sql: `select channels.stream_id, channels.recipient_id from channels left join recipients using (recipient_id)
      where recipients.recipient_id is null or recipients.stream_id is null or recipients.stream_id <> channels.stream_id
        or recipients.realm_id <> channels.realm_id`,
  },
  {
    title: 'every recipient is one channel or one set of people',
    sql: `select recipients.recipient_id, recipients.stream_id, user_key from recipients
      left join channels on channels.stream_id = recipients.stream_id
      where (recipients.stream_id is null) = (user_key is null)
        or (recipients.stream_id is not null and channels.stream_id is null)`,
  },
  {
    title: 'every set of people is listed person by person',
    sql: `select recipients.recipient_id, user_key, listed from recipients left join (
        select recipient_id, string_agg(cast(user_id as text), ',' order by user_id) as listed
        from recipient_users group by recipient_id) as lists using (recipient_id)
      where coalesce(user_key, '') <> coalesce(listed, '')`,
  },
  {
    title: 'people who write to each other are of the same organization',
    sql: `select recipient_id, user_id from recipient_users join recipients using (recipient_id) join users using (user_id)
      where users.realm_id <> recipients.realm_id`,
  },
  {
    title: 'subscribers are of the same organization as the channel',
    sql: `select user_id, stream_id from subscriptions join users using (user_id) join channels using (stream_id)
      where users.realm_id <> channels.realm_id`,
  },
  {
    title: 'every active subscription has exactly one open span, and no other has one',
    sql: `select user_id, stream_id, active, coalesce(open_spans, 0) as open_spans from subscriptions left join (
        select user_id, stream_id, count(*) as open_spans from subscription_spans where until_event_id is null
        group by user_id, stream_id) as spans using (user_id, stream_id)
      where coalesce(open_spans, 0) <> case when active then 1 else 0 end`,
  },
  {
    title: 'every channel counts its active subscriptions',
    sql: `select stream_id, active_subscriptions, coalesce(counted, 0) as counted from channels left join (
        select stream_id, count(*) as counted from subscriptions where active group by stream_id) as counts using (stream_id)
      where active_subscriptions <> coalesce(counted, 0)`,
  },
  {
    title: 'every span belongs to a subscription',
    sql: `select user_id, stream_id from subscription_spans where not exists (select 1 from subscriptions
      where subscriptions.user_id = subscription_spans.user_id and subscriptions.stream_id = subscription_spans.stream_id)`,
  },
  {
    title: 'every span ends after it begins, and as a whole',
    sql: `select user_id, stream_id, after_event_id, until_event_id, after_message_id, until_message_id from subscription_spans
      where until_event_id < after_event_id or until_message_id < after_message_id
        or (until_event_id is null) <> (until_message_id is null)`,
  },
  {
    title: 'no two spans of a subscription overlap',
    sql: `select spans.user_id, spans.stream_id, spans.after_event_id from subscription_spans spans
      join subscription_spans later on later.user_id = spans.user_id and later.stream_id = spans.stream_id
        and later.after_event_id > spans.after_event_id
      where spans.until_event_id is null or spans.until_event_id > later.after_event_id`,
  },
  {
    title: 'every message is of the organization of its recipient and its sender',
    sql: `select messages.id, messages.realm_id from messages join recipients using (recipient_id)
      join users on users.user_id = messages.sender_id
      where recipients.realm_id <> messages.realm_id or users.realm_id <> messages.realm_id`,
  },
];
