// The one-time setup key, and browser subscriptions to Web Push.
import type { Migration } from '../kit/database/migrate.ts';

export const setupAndWebPush: Migration = {
  version: 29,
  name: 'setup-and-web-push',
  statements: ({ serial }) => [
    // One row until an organization exists: the number the key is derived from, and the key's digest.
    'create table setup_keys (id integer primary key, nonce text not null, key_hash text not null)',

    // Key pairs of the server, with sealed private halves.
    'create table server_keys (name text primary key, public_key text not null, private_key_sealed text not null)',

    // A browser's push URL and secrets, sealed together and found by the digest of the URL.
    `create table web_push_subscriptions (
      subscription_id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users,
      session_id bigint, endpoint_digest text not null, sealed text not null, created_at bigint not null,
      unique (realm_id, endpoint_digest))`,
    'create index web_push_subscriptions_user on web_push_subscriptions (user_id)',
    'create index web_push_subscriptions_session on web_push_subscriptions (session_id) where session_id is not null',

    // Browsers were notified of the message while the push service for phones is retried.
    'alter table push_pending add column web_done boolean not null default false',
  ],
};
