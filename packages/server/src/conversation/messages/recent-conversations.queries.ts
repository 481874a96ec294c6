// The direct conversations of an account, each with its newest message. [MS60]

import { MAX_RECENT_CONVERSATIONS, type MessageId, type RecentConversation, type UserId } from '@stoa/contract';
import type { Actor } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

interface Row {
  readonly user_key: string;
  readonly max_message_id: MessageId;
}

/** Looks up the end of each conversation by index. A deleted message keeps its conversation's place. */
export async function findRecentConversations(db: Connection, { user_id }: Actor): Promise<RecentConversation[]> {
  const rows = await db.all<Row>(
    sql`select user_key, max_message_id from (
       select user_key, case when standing > gone then standing else gone end as max_message_id from (
         select user_key, coalesce(newest_deleted_id, 0) as gone,
           coalesce((select max(id) from messages where messages.recipient_id = recipients.recipient_id), 0) as standing
         from recipient_users join recipients on recipients.recipient_id = recipient_users.recipient_id
         where recipient_users.user_id = ${user_id}) ends) newest
     where max_message_id > 0 order by max_message_id desc limit ${MAX_RECENT_CONVERSATIONS}`,
  );
  return rows.map(({ user_key, max_message_id }) => ({
    max_message_id,
    user_ids: user_key
      .split(',')
      .map((id) => Number(id) as UserId)
      .filter((id) => id !== user_id),
  }));
}
