// Every read of push notifications: message content for devices, and which notifications are shown.

import type { ChannelId, MessageId, RealmId, RecipientId, UserId } from '@stoa/contract';
import { isUnread } from '../../conversation/read-ranges/unread.rules.ts';
import type { UserRow } from '../../identity/users/users.present.ts';
import { inBatches } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { OnlyFor } from '../notifications/calling.rules.ts';

/** The facts of a message that its notification shows. */
export interface NotifiedMessage {
  readonly id: MessageId;
  readonly recipient_id: RecipientId;
  readonly stream_id: ChannelId | null;
  readonly channel_name: string | null;
  readonly subject: string;
  readonly topic_key: string;
  readonly rendered_content: string;
  readonly timestamp: number;
  readonly wildcards: number;
  readonly sender_id: UserId;
  readonly sender_full_name: string;
  readonly sender_email: string;
  readonly sender_is_bot: boolean;
  readonly sender_avatar_source: string;
  readonly sender_avatar_version: number;
  readonly sender_avatar_key: string | null;
  readonly sender_settings: UserRow['settings'];
}

/** The messages with these ids that still exist, in order. */
export function findMessages(db: Connection, ids: readonly MessageId[]): Promise<NotifiedMessage[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.all<NotifiedMessage>(
    sql`select messages.id, messages.recipient_id, channels.stream_id, channels.name as channel_name, subject, topic_key,
       rendered_content, timestamp, wildcards, sender_id, users.full_name as sender_full_name, users.email as sender_email,
       users.is_bot as sender_is_bot, users.settings as sender_settings, users.avatar_source as sender_avatar_source,
       users.avatar_version as sender_avatar_version, users.avatar_key as sender_avatar_key
     from messages join users on users.user_id = messages.sender_id
     left join channels on channels.recipient_id = messages.recipient_id
     where messages.id in (${sql.list(ids)}) order by messages.id`,
  );
}

/** A message whose notifications are not decided yet. */
export interface Pending {
  readonly message_id: MessageId;
  /** Set after an edit. */
  readonly only_for: OnlyFor | null;
  /** Counts the edits while it waited. */
  readonly edition: number;
  /** The notifications of browsers and old-style devices were already enqueued. */
  readonly web_done: boolean;
}

/** Oldest first. */
export function findPending(db: Connection, realm_id: RealmId, limit: number): Promise<Pending[]> {
  return db.all<Pending>(
    sql`select message_id, only_for, edition, web_done from push_pending where realm_id = ${realm_id} order by message_id limit ${limit}`,
  );
}

export function findPendingOf(db: Connection, realm_id: RealmId, message_id: MessageId): Promise<Pending | null> {
  return db.get<Pending>(
    sql`select message_id, only_for, edition, web_done from push_pending where realm_id = ${realm_id} and message_id = ${message_id}`,
  );
}

export async function hasPending(db: Connection, realm_id: RealmId): Promise<boolean> {
  const row = await db.get(sql`select 1 as found from push_pending where realm_id = ${realm_id} limit 1`);
  return row !== null;
}

export interface Shown {
  readonly user_id: UserId;
  readonly message_id: MessageId;
}

/** Messages shown on an account's devices that are read, inaccessible or deleted. */
export async function findSeen(db: Connection, user_id: UserId): Promise<MessageId[]> {
  const rows = await db.all<Shown>(
    sql`select push_notified.user_id, message_id from push_notified left join messages on messages.id = message_id
     where push_notified.user_id = ${user_id} and (messages.id is null or not ${isUnread(sql.shared(user_id))})
     order by message_id`,
  );
  return rows.map(({ message_id }) => message_id);
}

/** Messages of one channel shown on the devices of these people. */
export async function findShownIn(
  db: Connection,
  recipient_id: RecipientId,
  user_ids: readonly UserId[],
): Promise<Shown[]> {
  // A cross join is read in the order written: by people, not by the channel's messages.
  return inBatches(user_ids, (batch) =>
    db.all<Shown>(
      sql`select push_notified.user_id, message_id from push_notified cross join messages
       where messages.id = message_id and push_notified.user_id in (${sql.list(batch)}) and recipient_id = ${recipient_id}
       order by push_notified.user_id, message_id`,
    ),
  );
}

/** The accounts whose devices show these messages. */
export function findShowing(db: Connection, ids: readonly MessageId[]): Promise<Shown[]> {
  return db.all<Shown>(
    sql`select user_id, message_id from push_notified where message_id in (${sql.list(ids)})
     order by user_id, message_id`,
  );
}

/** The organization, as the push service and notifications identify it, and its known entitlement. */
export interface PushRealm {
  readonly realm_id: RealmId;
  readonly uuid: string;
  readonly name: string;
  readonly url: string;
  readonly push_notifications_refused: boolean;
  readonly push_notifications_end_timestamp: number | null;
}

export async function getPushRealm(db: Connection, realm_id: RealmId): Promise<PushRealm> {
  const row = await db.get<PushRealm>(
    sql`select realm_id, uuid, name, url, push_notifications_refused, push_notifications_end_timestamp from realms
     where realm_id = ${realm_id}`,
  );
  return row!;
}
