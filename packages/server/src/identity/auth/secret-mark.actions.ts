// Stores a mark of the server's secret with the data: starting with another secret by mistake would invalidate all keys. [AU22]

import { type Connection, StoreError } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { ApiKeys } from '../../kit/secrets/api-keys.ts';
import type { Writer } from '../../kit/write/write.ts';
import { hasOrganization } from '../realm/realm.queries.ts';
import { secretReplaced } from './auth.hooks.ts';

/** Derived from the secret that the data was written with; null before the first start. */
export async function findSecretMark(db: Connection): Promise<string | null> {
  return (await db.get<{ mark: string }>(sql`select mark from secret_marks`))?.mark ?? null;
}

/** True if the data was written with this secret, or with none yet. */
export async function isSecretOf(db: Connection, secret: string): Promise<boolean> {
  const mark = await findSecretMark(db);
  return mark === null || new ApiKeys(secret).derive('mark') === mark;
}

/** Throws if the secret differs and would invalidate somebody's keys, unless a new secret is intended. */
export function checkSecret(writer: Writer, keys: ApiKeys, is_new: boolean): Promise<void> {
  const mark = keys.derive('mark');
  return writer.write(null, async ({ tx, trigger }) => {
    const stored_mark = await findSecretMark(tx);
    if (stored_mark === mark) return;
    if (stored_mark !== null && !is_new && (await hasOrganization(tx)))
      throw new StoreError(
        'the secret is not the one that the data was written with: put that one back (the file "secret" or STOA_SECRET); ' +
          'if it is lost, start "stoa serve" once with --new-secret, which ends every API key',
      );
    if (stored_mark !== null) await trigger(secretReplaced, null);
    await tx.run(
      sql`insert into secret_marks (id, mark) values (1, ${mark}) on conflict (id) do update set mark = excluded.mark`,
    );
  });
}
