// The one-time key that sets a server up, and browsers that are notified by Web Push.
import type { Migration } from '../kit/database/migrate.ts';

export const setupAndWebPush: Migration = {
  version: 29,
  name: 'setup-and-web-push',
  statements: ({ serial }) => [
    // One row, until there is an organization: the number that the key is derived from and the key's digest.
    'create table setup_keys (id integer primary key, nonce text not null, key_hash text not null)',

    // Pairs of keys that the server itself has, the private halves sealed.
    'create table server_keys (name text primary key, public_key text not null, private_key_sealed text not null)',

    // Where a browser is reached and by which secrets, sealed together; the digest of the address finds it.
    `create table web_push_subscriptions (
      subscription_id ${serial}, realm_id bigint not null references realms, user_id bigint not null references users,
      session_id bigint, endpoint_digest text not null, sealed text not null, created_at bigint not null,
      unique (realm_id, endpoint_digest))`,
    'create index web_push_subscriptions_user on web_push_subscriptions (user_id)',
    'create index web_push_subscriptions_session on web_push_subscriptions (session_id) where session_id is not null',

    // Browsers have been told of the message, while the push service for apps is still being asked.
    'alter table push_pending add column web_done boolean not null default false',
  ],
};
