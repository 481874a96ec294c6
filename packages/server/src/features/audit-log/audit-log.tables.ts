// Rows of the audit log.
import type { AuditEntry } from '@stoa/contract';

export interface AuditRow extends Omit<AuditEntry, 'id'> {
  readonly entry_id: number;
}
