// Responses of writes with an idempotency key, for their repetitions.
import type { Migration } from '../kit/database/migrate.ts';

export const idempotency: Migration = {
  version: 23,
  name: 'idempotency',
  statements: () => [
    `create table idempotency_keys (
       user_id bigint not null references users,
       idempotency_key text not null,
       endpoint text not null,
       digest text not null,
       status integer not null,
       answer text not null,
       created_at bigint not null,
       primary key (user_id, idempotency_key)
     )`,
    'create index idempotency_keys_created on idempotency_keys (created_at)',
  ],
};
