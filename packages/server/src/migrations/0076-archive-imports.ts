// Imports that owners make in the browser: one for each organization, with how far it is.
import type { Migration } from '../kit/database/migrate.ts';

export const archiveImports: Migration = {
  version: 76,
  name: 'archive imports',
  statements: () => [
    // `worked_at`: when the process that works on it last said so, in milliseconds since 1970. `upload_id` names the file.
    `create table archive_imports (realm_id bigint primary key references realms, acting_user_id bigint not null references users,
      upload_id text not null, format text not null, file_name text not null, size bigint not null, stage text not null,
      started_at bigint not null, worked_at bigint not null default 0, messages bigint not null default 0,
      total_messages bigint, seconds_left bigint, plan json, error text)`,
  ],
};
