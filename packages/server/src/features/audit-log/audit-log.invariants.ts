// Invariants of the audit log in every store.
import { sql } from '../../kit/database/sql.ts';
import type { Invariant } from '../../slice/tables.ts';

export const auditLogInvariants: readonly Invariant[] = [
  {
    title: 'every entry of the audit log is about its own organization',
    violations: sql`select audit_entries.id, audit_entries.realm_id from audit_entries
      left join users actors on actors.user_id = audit_entries.acting_user_id
      left join users on users.user_id = audit_entries.user_id
      left join channels on channels.stream_id = audit_entries.stream_id
      left join user_groups on user_groups.group_id = audit_entries.group_id
      where actors.realm_id <> audit_entries.realm_id or users.realm_id <> audit_entries.realm_id
        or channels.realm_id <> audit_entries.realm_id or user_groups.realm_id <> audit_entries.realm_id`,
  },
];
