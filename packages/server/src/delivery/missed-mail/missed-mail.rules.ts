// When and how often readers get mail, and the subjects of emails. Pure.
import { EMPTY_TOPIC_DISPLAY_NAME, type MessageId, type UserId, type UserSettings } from '@stoa/contract';
import { channelPath, encodeHash } from '@stoa/markdown';
import type { NotifiedMessage } from '../push/push.queries.ts';

const HOUR_MS = 60 * 60_000;
export const EMAILS_PER_HOUR = 30;
/** How long a due message waits for an online reader to leave. After that they have had time to see it. */
const READING_TIME_MS = HOUR_MS;
/** At most 300 pending messages are decided on at once, the newest. */
export const MESSAGES_AT_ONCE = 300;
/** How long an edit does not notify a reader who already had an email about the message. */
export const REMEMBERED_MS = 7 * 24 * HOUR_MS;
/** In characters of HTML, without context. Mail programs truncate much longer emails. */
export const MAIL_LENGTH = 60_000;
export const MESSAGES_OF_CONTEXT = 2;
/** In seconds. Older messages are no context. */
export const CONTEXT_AGE = 24 * 60 * 60;

export const periodOf = ({ email_notifications_batching_period_seconds: period }: UserSettings) => period * 1000;

/** Whether a message has waited long enough for a reader who is online. [MM4] */
export function isStale(noted_at: number, settings: UserSettings, now: number): boolean {
  return noted_at + periodOf(settings) + READING_TIME_MS <= now;
}

export interface EmailCount {
  readonly hour_began: number;
  readonly emails_sent: number;
}

/** The number of emails in the current hour. */
export function emailCountAt(count: EmailCount | null, now: number): EmailCount {
  return count && now < count.hour_began + HOUR_MS ? count : { hour_began: now, emails_sent: 0 };
}

export const nextHour = ({ hour_began }: EmailCount) => hour_began + HOUR_MS;

/** The conversation of an email. */
export type ConversationRef = Pick<NotifiedMessage, 'recipient_id' | 'topic_key'>;

export const conversationKey = ({ recipient_id, topic_key }: ConversationRef) => `${recipient_id}:${topic_key}`;

/** When the subject names the organization. */
const REALM_NAME = { automatic: 1, always: 2, never: 3 } as const;

export function namesRealm(settings: UserSettings, has_other_accounts: boolean): boolean {
  const { realm_name_in_email_notifications_policy: policy } = settings;
  return policy === REALM_NAME.always || (policy === REALM_NAME.automatic && has_other_accounts);
}

export interface Person {
  readonly user_id: UserId;
  readonly full_name: string;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The same for all emails of a conversation, so that mail programs group them. */
export function titleOf(message: NotifiedMessage, others: readonly Person[]): string {
  if (message.stream_id !== null) return `#${message.channel_name} > ${message.subject || EMPTY_TOPIC_DISPLAY_NAME}`;
  return `Direct messages with ${listed(others.map(({ full_name }) => full_name))}`;
}

/** The URL of a message. */
export function linkTo(url: string, message: NotifiedMessage, others: readonly Person[], id: MessageId): string {
  const { stream_id, channel_name, subject } = message;
  const path =
    stream_id === null
      ? `/#narrow/dm/${others.map(({ user_id }) => user_id).join(',')}-${others.length > 1 ? 'group' : 'dm'}`
      : `${channelPath({ id: stream_id, name: channel_name! })}/topic/${encodeHash(subject)}`;
  return `${url}${path}/near/${id}`;
}

/** When a message was sent, in the reader's time zone. */
export function timeOf(timestamp: number, timezone: string, twenty_four_hour: boolean): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: timezone || 'UTC',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: twenty_four_hour ? 'h23' : 'h12',
    ...(timezone === '' ? { timeZoneName: 'short' as const } : {}),
  }).format(timestamp * 1000);
}
