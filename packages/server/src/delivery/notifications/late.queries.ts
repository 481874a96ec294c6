// Whether notifications that waited for a push service are still to be shown.
import type { MessageId, UserId } from '@stoa/contract';
import { isUnread } from '../../conversation/read-ranges/unread.rules.ts';
import type { Realm } from '../../kit/access/actor.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { SecondFactor } from '../../kit/sign-in/second-factor.ts';

/**
 * Whether a late notification may still be shown: its message is unread, was withdrawn neither from the account nor from everybody [PU23],
 * and the account is not shut out [TF50].
 */
export async function isStillWanted(
  db: Connection,
  second_factor: Pick<SecondFactor, 'findShutOut'>,
  realm: Pick<Realm, 'realm_id' | 'url'>,
  { user_id, message_id }: { user_id: UserId; message_id: MessageId },
): Promise<boolean> {
  const row = await db.get(
    sql`select 1 as found from messages where id = ${message_id} and ${isUnread(sql.shared(user_id))}
       and (exists (select 1 from push_notified where user_id = ${user_id} and message_id = ${message_id})
         or exists (select 1 from push_pending where push_pending.realm_id = messages.realm_id and message_id = ${message_id}))`,
  );
  return row !== null && (await second_factor.findShutOut(db, realm, [user_id])).size === 0;
}
