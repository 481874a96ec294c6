// Which channels and conversations have expired messages, and which messages these are.

import type { ChannelId, MessageId, RealmId, RecipientId } from '@stoa/contract';
import type { ChannelRow } from '../../conversation/channels/channels.queries.ts';
import { firstMessageSince } from '../../conversation/recipients/message-times.queries.ts';
import { getRealmSettings } from '../../identity/realm/realm-settings.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { daysKept, keptSince } from './retention.rules.ts';

export interface Expiring {
  readonly recipient_id: RecipientId;
  /** Null for direct messages. */
  readonly stream_id: ChannelId | null;
}

/** Every recipient of an organization with expired messages, found by id, because ids ascend with time. */
export async function findExpiring(db: Connection, realm_id: RealmId, now_s: number): Promise<Expiring[]> {
  const organization = (await getRealmSettings(db, realm_id)).message_retention_days;
  const channels = await db.all<Pick<ChannelRow, 'recipient_id' | 'stream_id' | 'message_retention_days'>>(
    sql`select recipient_id, stream_id, message_retention_days from channels where realm_id = ${realm_id} order by stream_id`,
  );
  const firsts = new Map<number, Promise<number>>();
  const firstKept = (days: number) => {
    const first = firsts.get(days) ?? firstMessageSince(db, realm_id, keptSince(now_s, days));
    firsts.set(days, first);
    return first;
  };
  const expiring: Expiring[] = [];
  for (const { recipient_id, stream_id, message_retention_days } of channels) {
    const days = daysKept(message_retention_days, organization);
    if (days === null) continue;
    const before = await firstKept(days);
    const found = await db.get(
      sql`select 1 as found from messages where recipient_id = ${recipient_id} and id < ${before} limit 1`,
    );
    if (found) expiring.push({ recipient_id, stream_id });
  }
  const days = daysKept(null, organization);
  if (days === null) return expiring;
  const conversations = await db.all<{ recipient_id: RecipientId }>(
    sql`select recipient_id from recipients where realm_id = ${realm_id} and stream_id is null
       and exists (select 1 from messages where messages.recipient_id = recipients.recipient_id and messages.id < ${await firstKept(days)})
     order by recipient_id`,
  );
  return [...expiring, ...conversations.map(({ recipient_id }) => ({ recipient_id, stream_id: null }))];
}

/** The oldest messages that are expired in the state of `db`, ascending. */
export async function findExpired(
  db: Connection,
  realm_id: RealmId,
  { recipient_id }: Expiring,
  { now_s, own_days, limit }: { now_s: number; own_days: number | null; limit: number },
): Promise<{ id: MessageId; subject: string }[]> {
  const days = daysKept(own_days, (await getRealmSettings(db, realm_id)).message_retention_days);
  if (days === null) return [];
  const since = keptSince(now_s, days);
  return db.all<{ id: MessageId; subject: string }>(
    sql`select id, subject from messages where recipient_id = ${recipient_id} and id < ${await firstMessageSince(db, realm_id, since)} and timestamp < ${since} order by id limit ${limit}`,
  );
}
