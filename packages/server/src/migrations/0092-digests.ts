// Weekly digests by mail: since when an organization sends them, and for which day each person was last considered.
import type { Migration } from '../kit/database/migrate.ts';

export const digests: Migration = {
  version: 92,
  name: 'digests',
  statements: () => [
    // The weekday is 0 for Monday; `since` is in milliseconds.
    `create table digest_schedules (
      realm_id bigint primary key references realms, weekday integer not null, since bigint not null)`,
    // A day counts from 1970, in the person's time zone; the key is of the link that ends digests.
    `create table digests (
      user_id bigint primary key references users, for_day bigint not null, nonce text not null, key_hash text not null unique)`,
    // Digests go by time zones.
    'create index users_timezone on users (realm_id, timezone, user_id) where is_active and not is_bot',
  ],
};
