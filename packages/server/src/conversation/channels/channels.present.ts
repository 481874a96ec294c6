// A channel as clients with metadata access receive it. Pure.
import type { Channel, ChannelId, GroupId, MessageId } from '@stoa/contract';
import { postPolicy } from './channels.rules.ts';
import type { ChannelRow } from './channels.tables.ts';
import { CHANNEL_PERMISSIONS } from './permissions.rules.ts';

const DAY = 24 * 60 * 60;
const TRAFFIC_DAYS = 28;
const WEEK = 7;
/** A channel without a message for this long is not recently active. */
const ACTIVE_DAYS = 180;

/** Traffic counts messages since then. */
export function trafficStart(now_s: number): number {
  return now_s - TRAFFIC_DAYS * DAY;
}

/** Channels created after this are too young for a weekly traffic. */
export function trafficBirth(now_s: number): number {
  return now_s - WEEK * DAY;
}

/** Figures of a channel that are computed, not stored. */
export interface ChannelFigures {
  readonly first_message_id: MessageId | null;
  readonly last_message_timestamp: number | null;
  /** Messages since {@link trafficStart}. */
  readonly recent_messages: number;
  readonly subscriber_count: number;
}

/** All that presenting channels needs, read once for all of them. */
export interface ChannelFacts {
  /** Seconds since 1970. */
  readonly now_s: number;
  readonly system_groups: ReadonlyMap<GroupId, string>;
  readonly figures: ReadonlyMap<ChannelId, ChannelFigures>;
}

/**
 * Average messages per week over the last four weeks, or over the channel's life if shorter; null in its first week.
 * [CH15]
 */
function weeklyTraffic(recent_messages: number, age_s: number): number | null {
  if (age_s < WEEK * DAY) return null;
  const days = Math.min(Math.floor(age_s / DAY), TRAFFIC_DAYS);
  return Math.round((recent_messages * WEEK) / days);
}

/** Times in seconds; for a channel without messages its creation counts. */
export function isRecentlyActive(date_created: number, last_message_timestamp: number | null, now_s: number): boolean {
  return now_s - Math.max(date_created, last_message_timestamp ?? 0) < ACTIVE_DAYS * DAY;
}

type Counted = Pick<Channel, 'first_message_id' | 'is_recently_active' | 'stream_weekly_traffic' | 'subscriber_count'>;

/** The fields that are not in a channel's row: they change with messages and time. */
export function countedOf({ stream_id, date_created }: ChannelRow, { now_s, figures }: ChannelFacts): Counted {
  const { first_message_id, last_message_timestamp, recent_messages, subscriber_count } = figures.get(stream_id)!;
  return {
    first_message_id,
    is_recently_active: isRecentlyActive(date_created, last_message_timestamp, now_s),
    stream_weekly_traffic: weeklyTraffic(recent_messages, now_s - date_created),
    subscriber_count,
  };
}

export function presentChannel(row: ChannelRow, facts: ChannelFacts): Channel {
  const permissions = Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, row[name]])) as Pick<
    ChannelRow,
    (typeof CHANNEL_PERMISSIONS)[number]
  >;
  const senders = row.can_send_message_group;
  return {
    stream_id: row.stream_id,
    name: row.name,
    is_archived: row.is_archived,
    description: row.description,
    rendered_description: row.rendered_description,
    date_created: row.date_created,
    creator_id: row.creator_id,
    invite_only: row.invite_only,
    is_web_public: row.is_web_public,
    ...postPolicy(typeof senders === 'number' ? facts.system_groups.get(senders) : undefined),
    message_retention_days: row.message_retention_days,
    history_public_to_subscribers: row.history_public_to_subscribers,
    ...countedOf(row, facts),
    folder_id: row.folder_id,
    topics_policy: row.topics_policy,
    ...permissions,
  };
}
