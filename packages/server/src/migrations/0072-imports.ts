// Records what an import has written, so that a killed one can resume.
import type { Migration } from '../kit/database/migrate.ts';

export const imports: Migration = {
  version: 72,
  name: 'imports',
  statements: () => [
    // The digest tells the same archive from another.
    `create table imports (realm_id bigint primary key references realms, format text not null, digest text not null,
      finished_at bigint)`,
    // From the ids of the archive to ours. Messages have their place in its order, too. Emptied when the import has ended.
    `create table import_ids (realm_id bigint not null references realms, kind text not null, from_id text not null,
      to_id bigint not null, position double precision, primary key (realm_id, kind, from_id))`,
    'create index import_ids_position on import_ids (realm_id, position, to_id) where position is not null',
  ],
};
