// Every read of Zoom connections.

import type { UserId } from '@stoa/contract';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';

export async function findZoomToken(db: Connection, user_id: UserId): Promise<string | null> {
  const row = await db.get<{ token: string }>(sql`select token from zoom_tokens where user_id = ${user_id}`);
  return row?.token ?? null;
}

export async function findVideoCallsState(db: Connection, user_id: UserId): Promise<{ has_zoom_token: boolean }> {
  return { has_zoom_token: (await findZoomToken(db, user_id)) !== null };
}
