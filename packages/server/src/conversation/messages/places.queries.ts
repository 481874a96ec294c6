// Where messages are: in which topic of which channel, or among whom.
import type { UserId } from '@stoa/contract';
import { batchesOf } from '../../kit/database/batches.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export interface MessagePlace {
  readonly subject: string;
  /** Null in direct conversations, which have `user_ids`. */
  readonly stream_id: number | null;
  readonly user_ids: readonly UserId[];
}

export async function findPlacesOf(db: Connection, ids: readonly number[]): Promise<Map<number, MessagePlace>> {
  const places = new Map<number, MessagePlace>();
  for (const batch of batchesOf(ids))
    for (const { id, subject, stream_id, user_key } of await db.all<{
      id: number;
      subject: string;
      stream_id: number | null;
      user_key: string | null;
    }>(
      sql`select id, subject, stream_id, user_key from messages join recipients using (recipient_id) where id in (${sql.list(batch)})`,
    ))
      places.set(id, { subject, stream_id, user_ids: (user_key ?? '').split(',').map(Number) as UserId[] });
  return places;
}
