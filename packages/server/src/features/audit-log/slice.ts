// The audit log: who changed what in an organization, and when. The write path inserts its entries (kit/write/audit-record.ts).
import { auditLogContract } from '@stoa/contract';
import { PacedWrites } from '../../kit/bulk-writes/paced-writes.ts';
import { defineSlice } from '../../slice/define-slice.ts';
import type { Services } from '../../slice/services.ts';
import { pruneAuditLog } from './audit-log.actions.ts';
import { auditLogInvariants } from './audit-log.invariants.ts';
import { auditLogRoutes } from './audit-log.routes.ts';

/** How often old entries are deleted. */
const PRUNING_MS = 60 * 60_000;

/** Unless the operator chooses. */
export const AUDIT_LOG_DAYS = 365;

export interface AuditLogConfig {
  /** For how many days entries are kept; 0: for ever. */
  readonly audit_log_days: number;
}

export const auditLogSlice = defineSlice({
  contract: auditLogContract,
  tables: {
    audit_entries: {
      accounts: ['acting_user_id', 'user_id'],
      on_export: {
        none: 'the audit log is read and downloaded by itself, and goes with the archive of the organization',
      },
      on_own_export: { owner: 'acting_user_id', by: 'id' },
      on_erasure: { none: 'ids stand for people; names and devices of the erased person are forgotten' },
    },
  },
  invariants: auditLogInvariants,
  open({ store, writer, clock, audit_log_days }: Services & AuditLogConfig) {
    const paced = new PacedWrites(clock);
    const kept_days = audit_log_days === 0 ? null : audit_log_days;
    const run = async () => {
      if (kept_days !== null) await pruneAuditLog({ store, writer, paced }, clock.now(), kept_days);
    };
    return {
      routes: auditLogRoutes(kept_days),
      periodic: [{ name: 'audit log', every_ms: PRUNING_MS, at_start: true, run, stop: () => paced.stop() }],
    };
  },
});
