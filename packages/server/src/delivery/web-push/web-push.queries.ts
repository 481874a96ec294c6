// Every read of browser subscriptions.

import type { UserId } from '@stoa/contract';
import { isLiveSession } from '../../identity/sessions/sessions.queries.ts';
import type { Connection } from '../../kit/database/connection.ts';
import { type Fragment, sql } from '../../kit/database/sql.ts';

export interface SubscriptionRow {
  readonly subscription_id: number;
  readonly user_id: UserId;
  readonly endpoint_digest: string;
  readonly sealed: string;
}

const COLUMNS = sql`subscription_id, web_push_subscriptions.user_id, endpoint_digest, sealed`;

/** Subscriptions of these accounts whose session has not ended. */
export function findSubscriptions(
  db: Connection,
  user_ids: readonly UserId[],
  now_secs: number,
): Promise<SubscriptionRow[]> {
  if (user_ids.length === 0) return Promise.resolve([]);
  return db.all<SubscriptionRow>(
    sql`select ${COLUMNS} from web_push_subscriptions where web_push_subscriptions.user_id in ${sql.each(user_ids)}
       and (session_id is null or ${isLiveSession(sql`web_push_subscriptions.session_id`, now_secs)})
     order by subscription_id`,
  );
}

export function findSubscription(db: Connection, subscription_id: number): Promise<SubscriptionRow | null> {
  return db.get<SubscriptionRow>(
    sql`select ${COLUMNS} from web_push_subscriptions where subscription_id = ${subscription_id}`,
  );
}

/** The sessions of an account that have a subscribed browser. */
export async function findNotifiedSessions(db: Connection, user_id: UserId): Promise<ReadonlySet<number>> {
  const rows = await db.all<{ session_id: number }>(
    sql`select session_id from web_push_subscriptions where user_id = ${user_id} and session_id is not null`,
  );
  return new Set(rows.map(({ session_id }) => session_id));
}

/** A condition on a column of user ids: the account has a subscribed browser. */
export function hasWebPush(user_id: Fragment): Fragment {
  return sql`exists (select 1 from web_push_subscriptions where web_push_subscriptions.user_id = ${user_id})`;
}

/** Whether any browser is subscribed. */
export const ANY_WEB_PUSH = sql`exists (select 1 from web_push_subscriptions)`;

export interface SealedKeysRow {
  readonly public_key: string;
  readonly private_key_sealed: string;
}

export function findSealedKeys(db: Connection, name: string): Promise<SealedKeysRow | null> {
  return db.get<SealedKeysRow>(sql`select public_key, private_key_sealed from server_keys where name = ${name}`);
}
