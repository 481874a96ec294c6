// The key with which each organization signs URLs of external media.
import type { Migration } from '../kit/database/migrate.ts';

const RANDOM = { sqlite: 'lower(hex(randomblob(16)))', postgres: "replace(gen_random_uuid()::text, '-', '')" };

export const mediaKey: Migration = {
  version: 56,
  name: 'media key',
  statements: ({ engine }) => [
    "alter table realms add column media_key text not null default ''",
    `update realms set media_key = ${RANDOM[engine]}`,
  ],
};
