// What the feed must know of somebody to decide what they receive.
import type { Role, UserId } from '@stoa/contract';
import type { Reader, Span } from '../feed/reader.ts';
import type { Connection } from '../kit/database/connection.ts';

export async function loadReader(db: Connection, user_id: UserId): Promise<Reader | null> {
  const user = await db.get<{ role: Role; is_active: boolean }>(
    'select role, is_active from users where user_id = $1',
    [user_id],
  );
  if (!user) return null;
  const spans = await db.all<Span>(
    'select stream_id, after_event_id, until_event_id from subscription_spans where user_id = $1',
    [user_id],
  );
  return { user_id, ...user, spans };
}
