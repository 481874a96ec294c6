// A successful call for each endpoint of the audit log.
import type { auditLogContract } from '@stoa/contract';
import type { Samples } from './stage.ts';

export const auditLogSamples: Samples<typeof auditLogContract> = {
  getAuditLog: () => ({ limit: 2 }),
};
