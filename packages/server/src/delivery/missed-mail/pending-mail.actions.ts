// Schedules missed-message mail on send and edit: a row, or nothing if the server sends no mail or nobody wants any. [MM2]

import type { MessageId, RealmId } from '@stoa/contract';
import { type Fragment, sql } from '../../kit/database/sql.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { bothOf, type CallingMessage, callingOf, type OnlyFor } from '../notifications/calling.rules.ts';
import { callsAnybody } from '../notifications/notifications.queries.ts';

export const NOTE_JOB = 'missed-mail.note';
/** Messages of this time are decided on together, because no email leaves at once anyway. */
const GATHERED_MS = 2000;

const WANTS_MAIL = sql`and coalesce(cast(reader.settings ->> 'enable_offline_email_notifications' as text), '1') in ('1', 'true')`;

/** A condition on a column of user ids: the account may want mail. */
function mayWantMail(is_direct: boolean): (user_id: Fragment) => Fragment {
  return (user_id) => sql`exists (select 1 from users reader where reader.user_id = ${user_id} and reader.is_active
    and not reader.is_bot ${is_direct ? WANTS_MAIL : sql.nothing})`;
}

export async function scheduleMissedMail(
  { tx, now, enqueue, serves }: WriteContext,
  message: CallingMessage,
): Promise<void> {
  if (message.is_quiet || !serves(NOTE_JOB)) return;
  const { id, sender, destination, newly_mentioned: only_for = null } = message;
  const { realm_id } = sender.realm;
  if (!(await callsAnybody(tx, callingOf(message), 'email', mayWantMail(!('topic' in destination))))) return;
  const is_first = !(await tx.get(sql`select 1 as found from mail_pending where realm_id = ${realm_id} limit 1`));
  const waits = only_for && (await findWaiting(tx, realm_id, id));
  const audience = waits ? bothOf(waits.only_for, only_for) : only_for;
  await tx.run(
    sql`insert into mail_pending (realm_id, message_id, only_for) values (${realm_id}, ${id}, ${audience && JSON.stringify(audience)})
     on conflict (realm_id, message_id) do update set only_for = excluded.only_for`,
  );
  if (is_first) enqueue({ kind: NOTE_JOB, body: {}, run_at: now + GATHERED_MS });
}

function findWaiting(
  tx: WriteContext['tx'],
  realm_id: RealmId,
  message_id: MessageId,
): Promise<{ only_for: OnlyFor | null } | null> {
  return tx.get(sql`select only_for from mail_pending where realm_id = ${realm_id} and message_id = ${message_id}`);
}
