// What the feed must know of somebody to decide what they receive.
import type { ChannelId, EventId, Role, UserId } from '@stoa/contract';
import type { Reader, Span } from '../feed/reader.ts';
import type { Connection } from '../kit/database/connection.ts';
import { getOrSet } from '../kit/get-or-set.ts';

export async function loadReader(db: Connection, user_id: UserId): Promise<Reader | null> {
  const user = await db.get<{ role: Role; is_active: boolean }>(
    'select role, is_active from users where user_id = $1',
    [user_id],
  );
  if (!user) return null;
  const rows = await db.all<{ stream_id: ChannelId; after_event_id: EventId; until_event_id: EventId | null }>(
    'select stream_id, after_event_id, until_event_id from subscription_spans where user_id = $1',
    [user_id],
  );
  const spans = new Map<ChannelId, Span[]>();
  for (const { stream_id, ...span } of rows) getOrSet(spans, stream_id, () => []).push(span);
  return { user_id, ...user, spans };
}
