// The hourly job of each organization that has people of the directory: one at a time, whichever node runs it. [LD12]
import type { RealmId } from '@stoa/contract';
import type { Store } from '../../kit/database/connection.ts';
import type { ActingHandler } from '../../kit/jobs/jobs.ts';
import { hasWaitingJob } from '../../kit/jobs/waiting-jobs.ts';
import type { Logger } from '../../kit/logging/logger.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Writer } from '../../kit/write/write.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findConnectedRealmIds } from './directory-accounts.queries.ts';
import { reasonOf } from './directory-errors.ts';
import type { LdapDirectory } from './ldap-directory.ts';
import { syncOrganization } from './sync.actions.ts';

const SYNC_JOB = 'directory-sync';
export const SYNC_MS = 60 * 60_000;
/** Longer than listing everybody and changing many accounts may take. */
const CLAIM_MS = 20 * 60_000;

interface SyncJobServices {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly log: Logger;
  /** Null if no directory is configured any more. */
  readonly openDirectory: (() => Promise<LdapDirectory>) | null;
}

async function schedule({ tx, enqueue }: WriteContext, realm_id: RealmId, run_at: number): Promise<void> {
  if (!(await hasWaitingJob(tx, SYNC_JOB, realm_id))) enqueue({ kind: SYNC_JOB, body: {}, run_at });
}

/** Starts the hourly job of each organization that has none. */
export async function scheduleSyncs({ store, writer, clock }: SyncJobServices): Promise<void> {
  for (const realm_id of await store.snapshot(findConnectedRealmIds))
    if (!(await hasWaitingJob(store.db, SYNC_JOB, realm_id)))
      await writer.write(realm_id, (context) => schedule(context, realm_id, clock.now()));
}

export function syncHandler(services: SyncJobServices): ActingHandler {
  const { openDirectory, log } = services;
  const sync = async (realm_id: RealmId, directory: LdapDirectory) => {
    const { objection, accounts, ...changes } = await syncOrganization({ ...services, directory }, realm_id);
    const { deactivated, renamed, kept } = changes;
    const counts = { realm_id, accounts, deactivated: deactivated.length, renamed: renamed.length };
    if (objection !== null) log.warn({ realm_id, reason: objection }, 'the directory was not followed');
    else if (kept.length > 0) log.warn(counts, 'the only owner is gone in the directory');
    else log.info(counts, 'followed the directory');
  };
  return {
    kind: SYNC_JOB,
    claim_ms: CLAIM_MS,
    concurrency: 1,
    async act({ realm_id }) {
      if (openDirectory === null) return undefined;
      await sync(realm_id, await openDirectory()).catch((error: unknown) =>
        log.warn({ realm_id, error: reasonOf(error) }, 'the directory was not followed'),
      );
      return (context) => schedule(context, realm_id, context.now + SYNC_MS);
    },
  };
}
