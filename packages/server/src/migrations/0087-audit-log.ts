// The audit log: who changed what in an organization, and when.
import type { Migration } from '../kit/database/migrate.ts';

export const auditLog: Migration = {
  version: 87,
  name: 'audit-log',
  statements: ({ serial }) => [
    // Accounts, channels and groups are deleted only where an import is undone: what was done stays.
    `create table audit_entries (
      id ${serial}, realm_id bigint not null references realms, "timestamp" bigint not null, kind text not null,
      acting_user_id bigint references users on delete set null, via text not null, via_name text,
      user_id bigint references users on delete set null, stream_id bigint references channels on delete set null,
      group_id bigint references user_groups on delete set null, name text, changes json not null)`,
    'create index audit_entries_realm on audit_entries (realm_id, id)',
    'create index audit_entries_time on audit_entries (realm_id, "timestamp", id)',
    'create index audit_entries_kind on audit_entries (realm_id, kind, id)',
    'create index audit_entries_actor on audit_entries (acting_user_id, id)',
    'create index audit_entries_user on audit_entries (user_id, id)',
    'create index audit_entries_channel on audit_entries (stream_id, id)',
    'create index audit_entries_group on audit_entries (group_id, id)',
  ],
};
