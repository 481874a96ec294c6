// Loads what the feed needs to know about an account to deliver events.

import type { Role, UserId, UserSettings } from '@stoa/contract';
import { channelDefaults } from '../conversation/subscriptions/subscriptions.present.ts';
import type { Reader, Span } from '../feed/reader.ts';
import { completeSettings } from '../identity/users/user-settings.queries.ts';
import { getOrSet } from '../kit/collections/get-or-set.ts';
import type { Connection } from '../kit/database/connection.ts';
import { sql } from '../kit/database/sql.ts';

// Accounts with equal settings, and those without subscriptions, share an object: ten thousand of them poll.
const shared_defaults = new Map<string, Reader['channel_defaults']>();
const NO_SPANS: readonly Span[] = [];

function sharedDefaults(settings: UserSettings): Reader['channel_defaults'] {
  const defaults = channelDefaults(settings);
  return getOrSet(shared_defaults, Object.values(defaults).join(), () => defaults);
}

export async function loadReader(db: Connection, user_id: UserId): Promise<Reader | null> {
  const user = await db.get<{ role: Role; is_active: boolean; settings: Partial<UserSettings> }>(
    sql`select role, is_active, settings from users where user_id = ${user_id}`,
  );
  if (!user) return null;
  const spans = await db.all<Span>(
    sql`select stream_id, after_event_id, until_event_id from subscription_spans where user_id = ${user_id}`,
  );
  const { role, is_active, settings } = user;
  const complete = completeSettings(settings);
  const { receives_typing_notifications } = complete;
  return {
    user_id,
    role,
    is_active,
    receives_typing_notifications,
    channel_defaults: sharedDefaults(complete),
    spans: spans.length === 0 ? NO_SPANS : spans,
  };
}
