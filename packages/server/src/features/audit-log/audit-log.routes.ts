// Reading the audit log.
import { getAuditLog } from '@stoa/contract';
import { type Route, read } from '../../kit/http/route.ts';
import { findAuditEntries, seeksAmongMany } from './audit-log.queries.ts';

export function auditLogRoutes(kept_days: number | null): Route[] {
  return [
    read(
      getAuditLog,
      async ({ db, realm }, { limit, ...filter }) => {
        const found = await findAuditEntries(db, realm.realm_id, filter, limit + 1);
        const entries = found.slice(0, limit);
        const next = found.length > limit ? entries.at(-1)!.id : null;
        return { entries, next, kept_days };
      },
      seeksAmongMany,
    ),
  ];
}
