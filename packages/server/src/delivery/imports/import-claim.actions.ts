// Only one process at a time writes an import or undoes it: the one that claimed it last. Needs no time limit after a crash. [IM51]
import { randomInt } from 'node:crypto';
import type { RealmId } from '@stoa/contract';
import type { Transaction } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import type { Writer } from '../../kit/write/write.ts';
import { archiveFailure } from './archive-error.ts';
import { findImportInto } from './import-ids.actions.ts';

export type ImportWriter = Pick<Writer, 'write'>;

const RUN_ID_MAX = 2 ** 40;
const isClaim = (realm_id: RealmId) => sql`realm_id = ${realm_id} and kind = 'run' and from_id = ''`;

/** Claims the import. All writes of this run must use the returned writer; an earlier run ends at its next write. */
export async function claimImport(
  writer: ImportWriter,
  realm_id: RealmId,
  work: 'importing' | 'undoing',
): Promise<ImportWriter> {
  const run_id = randomInt(RUN_ID_MAX);
  await writer.write(realm_id, ({ tx }) =>
    tx.run(
      sql`insert into import_ids (realm_id, kind, from_id, to_id) values (${realm_id}, 'run', '', ${run_id})
         on conflict (realm_id, kind, from_id) do update set to_id = excluded.to_id`,
    ),
  );
  return {
    write: (id, write, options) =>
      writer.write(
        id,
        async (context) => {
          await checkClaim(context.tx, realm_id, run_id, work);
          return write(context);
        },
        options,
      ),
  };
}

async function checkClaim(tx: Transaction, realm_id: RealmId, run_id: number, work: string): Promise<void> {
  const claim = await tx.get<{ to_id: number }>(sql`select to_id from import_ids where ${isClaim(realm_id)}`);
  if (claim?.to_id === run_id) return;
  const is_undone = work === 'importing' && (await findImportInto(tx, realm_id))?.undoing_since != null;
  throw archiveFailure(is_undone ? 'import_undoing' : 'import_taken', {});
}

export async function endClaim(tx: Transaction, realm_id: RealmId): Promise<void> {
  await tx.run(sql`delete from import_ids where ${isClaim(realm_id)}`);
}
