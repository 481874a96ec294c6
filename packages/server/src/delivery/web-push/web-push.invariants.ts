// Invariants of browser subscriptions in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const webPushInvariants: readonly Invariant[] = [
  {
    title: 'every browser that is notified belongs to an account of its organization and a session that has not ended',
    violations: sql`select subscription_id, browsers.user_id, browsers.session_id from web_push_subscriptions browsers
      left join users on users.user_id = browsers.user_id
      left join sessions on sessions.session_id = browsers.session_id and sessions.user_id = browsers.user_id
      where users.user_id is null or users.realm_id <> browsers.realm_id
        or (browsers.session_id is not null and (sessions.session_id is null or sessions.ended_at is not null))`,
  },
];
