// Every read of missed-message mail: readers, pending messages and their context.

import type { MessageId, RealmId, Role, UserId, UserSettings } from '@stoa/contract';
import { findRangesOfRecipient, type ReadableRange } from '../../conversation/access/readable-ranges.queries.ts';
import { isSilenced } from '../../conversation/read-ranges/unread.rules.ts';
import { findActor } from '../../identity/auth/auth.queries.ts';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { linkHash } from '../../kit/secrets/link-keys.ts';
import type { OnlyFor } from '../notifications/calling.rules.ts';
import { awayFrom } from '../notifications/notifications.rules.ts';
import type { NotifiedMessage } from '../push/push.queries.ts';
import { CONTEXT_AGE, type EmailCount, MESSAGES_AT_ONCE, MESSAGES_OF_CONTEXT } from './missed-mail.rules.ts';

export interface PendingMail {
  readonly message_id: MessageId;
  readonly only_for: OnlyFor | null;
}

/** Messages whose mail recipients are not decided yet, oldest first. */
export function findPendingMail(db: Connection, realm_id: RealmId, limit: number): Promise<PendingMail[]> {
  return db.all<PendingMail>(
    sql`select message_id, only_for from mail_pending where realm_id = ${realm_id} order by message_id limit ${limit}`,
  );
}

export interface Missed {
  readonly message_id: MessageId;
  readonly noted_at: number;
}

/** The pending messages of a reader, newest first. */
export function findMissed(db: Connection, user_id: UserId): Promise<Missed[]> {
  return db.all<Missed>(
    sql`select message_id, noted_at from missed_messages where user_id = ${user_id} and mailed_at is null
     order by message_id desc limit ${sql.raw(MESSAGES_AT_ONCE + 1)}`,
  );
}

/** Which of these people already have pending messages. */
export async function findWaiting(db: Connection, user_ids: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await db.all<{ user_id: UserId }>(
    sql`select distinct user_id from missed_messages where mailed_at is null and user_id in (${sql.list(user_ids)})`,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** A reader who may get mail. */
export interface Reader {
  readonly user_id: UserId;
  readonly role: Role;
  readonly email: string;
  readonly email_key: string;
  readonly timezone: string;
  readonly settings: UserSettings;
  /** When they count as away, in milliseconds. */
  readonly away_from: number;
  readonly nonce: string | null;
  readonly tally: EmailCount | null;
}

type ReaderRow = Omit<Reader, 'settings' | 'tally' | 'away_from'> & {
  settings: StoredUserSettings;
  active_timestamp: number | null;
  last_polled_at: number | null;
  hour_began: number | null;
  emails_sent: number | null;
};

/** Null for deactivated accounts and bots. */
export async function findReader(db: Connection, realm_id: RealmId, user_id: UserId): Promise<Reader | null> {
  const row = await db.get<ReaderRow>(
    sql`select users.user_id, role, email, email_key, timezone, settings, active_timestamp, nonce, hour_began, emails_sent,
       (select max(last_active_at) from event_queues where event_queues.user_id = users.user_id) as last_polled_at
     from users left join user_presence on user_presence.user_id = users.user_id
     left join mail_readers on mail_readers.user_id = users.user_id
     where users.realm_id = ${realm_id} and users.user_id = ${user_id} and is_active and not is_bot`,
  );
  if (!row) return null;
  const { hour_began, emails_sent, active_timestamp, last_polled_at, ...reader } = row;
  const settings = completeSettings(row.settings);
  const away_from = awayFrom({ active_timestamp, last_polled_at, shares_presence: settings.presence_enabled });
  return {
    ...reader,
    settings,
    away_from,
    tally: hour_began === null ? null : { hour_began, emails_sent: emails_sent! },
  };
}

/** The owner of an unsubscribe key; null for an unknown key. */
export async function findReaderByKey(db: Connection, realm_id: RealmId, key: string): Promise<UserId | null> {
  const row = await db.get<{ user_id: UserId }>(
    sql`select users.user_id from mail_readers join users on users.user_id = mail_readers.user_id
     where key_hash = ${linkHash(key)} and realm_id = ${realm_id} and is_active`,
  );
  return row?.user_id ?? null;
}

/** The channels of which a reader wants every message by mail. */
export function findMailedChannels(db: Connection, user_id: UserId) {
  return db.all<{ stream_id: NonNullable<NotifiedMessage['stream_id']> }>(
    sql`select stream_id from subscriptions where user_id = ${user_id} and active and email_notifications order by stream_id`,
  );
}

/** Whether the address has accounts in several organizations of this server. */
export async function hasOtherAccounts(
  db: Connection,
  realm_id: RealmId,
  { email_key }: Pick<Reader, 'email_key'>,
): Promise<boolean> {
  const row = await db.get(
    sql`select 1 as found from users where realm_id in (select realm_id from realms where realm_id <> ${realm_id})
       and email_key = ${email_key} and is_active and not is_bot limit 1`,
  );
  return row !== null;
}

/** The readable range of a message's recipient for one reader. */
export async function findReach(
  db: Connection,
  realm: Realm,
  user_id: UserId,
  { recipient_id }: NotifiedMessage,
): Promise<ReadableRange[]> {
  const actor = await findActor(db, realm, user_id);
  return actor ? findRangesOfRecipient(db, actor, realm, recipient_id) : [];
}

/** The messages just before one in its conversation, as far as the reader can read them and has not muted their senders. */
export async function findContext(
  db: Connection,
  user_id: UserId,
  first: NotifiedMessage,
  ranges: readonly ReadableRange[],
): Promise<MessageId[]> {
  const found: MessageId[] = [];
  for (const { after_id, until_id } of ranges) {
    const rows = await db.all<{ id: MessageId }>(
      sql`select id from messages where recipient_id = ${first.recipient_id} and topic_key = ${first.topic_key}
         and id < ${first.id} and id > ${after_id} and id <= ${until_id} and timestamp >= ${first.timestamp - CONTEXT_AGE}
         and not ${isSilenced(sql`${user_id}`)} order by id desc limit ${sql.raw(MESSAGES_OF_CONTEXT)}`,
    );
    found.push(...rows.map(({ id }) => id));
  }
  return found.sort((a, b) => b - a).slice(0, MESSAGES_OF_CONTEXT);
}
