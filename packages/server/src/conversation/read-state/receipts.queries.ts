// Read receipts: accounts that marked a message as read and share it.

import { type MessageId, Refused, type UserId } from '@stoa/contract';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import { findHiddenAmong } from '../../identity/users/user-access.queries.ts';
import { completeSettings, type StoredUserSettings } from '../../identity/users/user-settings.queries.ts';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { getAccessibleMessage } from '../messages/accessible.queries.ts';
import { findMutedUsers, findMuters } from '../muted-users/muted-users.queries.ts';
import { SENT_TO } from '../read-ranges/unread.rules.ts';

/** [RS10] */
export async function findReaders(db: Connection, actor: Actor, message_id: MessageId): Promise<UserId[]> {
  const { sender_id } = await getAccessibleMessage(db, actor, message_id);
  const { enable_read_receipts } = await getRealmSettings(db, actor.realm.realm_id);
  if (!enable_read_receipts) throw Refused('receipts_off');
  const rows = await db.all<{ user_id: UserId; settings: StoredUserSettings }>(
    sql`select users.user_id, users.settings from messages
     join read_ranges range on range.recipient_id = ${SENT_TO}
       and range.from_id <= messages.id and range.until_id >= messages.id
     join users on users.user_id = range.user_id
     where messages.id = ${message_id} and users.is_active and users.user_id <> ${sender_id} order by users.user_id`,
  );
  const muted = (await findMutedUsers(db, actor.user_id)).map(({ id }) => id);
  const hidden = new Set([...muted, ...(await findMuters(db, actor.user_id))]);
  const unseen = await findHiddenAmong(
    db,
    actor,
    rows.map(({ user_id }) => user_id),
  );
  return rows
    .filter(({ user_id }) => !unseen.has(user_id))
    .filter(({ user_id, settings }) => !hidden.has(user_id) && completeSettings(settings).send_read_receipts)
    .map(({ user_id }) => user_id);
}
