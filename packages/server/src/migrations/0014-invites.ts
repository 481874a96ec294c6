// Invitations, unconfirmed addresses, and the email domains that may join.
import type { Migration } from '../kit/database/migrate.ts';

export const invites: Migration = {
  version: 14,
  name: 'invites',
  statements: ({ serial }) => [
    // Without an address: a reusable link. Expired invitations stay, because mails per day are counted.
    `create table invites (
      id ${serial}, realm_id bigint not null references realms, invited_by_user_id bigint not null references users,
      email text, email_key text, nonce text not null, key_hash text not null unique, invited_as integer not null,
      invited bigint not null, expires_at bigint, validity_minutes bigint, stream_ids json not null, group_ids json not null,
      include_realm_default_subscriptions boolean not null, welcome_message_custom_text text,
      notify_referrer_on_join boolean not null, status text not null, mails integer not null)`,
    'create index invites_realm on invites (realm_id, status, id)',
    'create index invites_email on invites (realm_id, email_key)',

    `create table confirmations (
      id ${serial}, realm_id bigint not null references realms, purpose text not null, email text not null,
      email_key text not null, user_id bigint references users, invite_id bigint references invites,
      nonce text not null, key_hash text not null unique, created_at bigint not null, expires_at bigint not null)`,
    'create index confirmations_email on confirmations (realm_id, purpose, email_key)',
    'create index confirmations_user on confirmations (user_id)',

    `create table realm_domains (
      realm_id bigint not null references realms, domain text not null, allow_subdomains boolean not null,
      primary key (realm_id, domain))`,
  ],
};
