// When somebody is written to and how often, and what letters are called. Pure.
import { EMPTY_TOPIC_DISPLAY_NAME, type MessageId, type UserId, type UserSettings } from '@stoa/contract';
import { channelPath, encodeHash } from '@stoa/markdown';
import type { NotifiedMessage } from '../push/push.queries.ts';

const HOUR_MS = 60 * 60_000;
export const LETTERS_PER_HOUR = 30;
/** So long after its time a message waits for its reader to leave; then it was there to be seen long enough. */
const PATIENCE_MS = HOUR_MS;
/** The newest so many are looked at when their time has come. */
export const MESSAGES_AT_ONCE = 300;
/** An edit calls nobody for whom a letter had the message, within this time. */
export const REMEMBERED_MS = 7 * 24 * HOUR_MS;
/** In characters of HTML, without context: mail programs cut what is much longer. */
export const LETTER_LENGTH = 60_000;
export const MESSAGES_OF_CONTEXT = 2;
/** In seconds: what is older than that is no context. */
export const CONTEXT_AGE = 24 * 60 * 60;

export const periodOf = ({ email_notifications_batching_period_seconds: period }: UserSettings) => period * 1000;

/** Whether a message that waits while its reader is there has waited long enough. [MM4] */
export function isStale(noted_at: number, settings: UserSettings, now: number): boolean {
  return noted_at + periodOf(settings) + PATIENCE_MS <= now;
}

export interface Tally {
  readonly hour_began: number;
  readonly letters: number;
}

/** The letters of the hour, as it stands now. */
export function tallyAt(kept: Tally | null, now: number): Tally {
  return kept && now < kept.hour_began + HOUR_MS ? kept : { hour_began: now, letters: 0 };
}

export const nextHour = ({ hour_began }: Tally) => hour_began + HOUR_MS;

/** Where a conversation is, as far as its letters differ. */
export type ConversationRef = Pick<NotifiedMessage, 'recipient_id' | 'topic_key'>;

export const conversationKey = ({ recipient_id, topic_key }: ConversationRef) => `${recipient_id}:${topic_key}`;

/** The ways in which an organization is named in the subject. */
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

/** The same for every letter about a conversation, so that mail programs show them together. */
export function titleOf(message: NotifiedMessage, others: readonly Person[]): string {
  if (message.stream_id !== null) return `#${message.channel_name} > ${message.subject || EMPTY_TOPIC_DISPLAY_NAME}`;
  return `Direct messages with ${listed(others.map(({ full_name }) => full_name))}`;
}

/** Where a message is read. */
export function linkTo(url: string, message: NotifiedMessage, others: readonly Person[], id: MessageId): string {
  const { stream_id, channel_name, subject } = message;
  const path =
    stream_id === null
      ? `/#narrow/dm/${others.map(({ user_id }) => user_id).join(',')}-${others.length > 1 ? 'group' : 'dm'}`
      : `${channelPath({ id: stream_id, name: channel_name! })}/topic/${encodeHash(subject)}`;
  return `${url}${path}/near/${id}`;
}

/** When a message was sent, by the reader's clock. */
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
