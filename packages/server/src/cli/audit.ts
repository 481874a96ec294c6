// `stoa audit`: prints the audit log of an organization as lines of JSON, and follows it.
import { setTimeout as sleep } from 'node:timers/promises';
import { findEntriesAfter, findLastBefore } from '../features/audit-log/audit-log.queries.ts';
import type { AuditValues } from './audit-declaration.ts';
import { pickRealm, withStoreToRead } from './store.ts';
import { print } from './terminal.ts';

const AT_ONCE = 500;
const EVERY_MS = 1000;

export async function audit(values: AuditValues): Promise<number> {
  await withStoreToRead(values, async (db) => {
    const { realm_id, url } = await pickRealm(db, values.org);
    const organization = new URL(url).host;
    let after = values.since === undefined ? 0 : await findLastBefore(db, realm_id, values.since);
    for (;;) {
      const entries = await findEntriesAfter(db, realm_id, after, AT_ONCE);
      for (const entry of entries) print(JSON.stringify({ organization, ...entry }));
      after = entries.at(-1)?.id ?? after;
      if (entries.length === AT_ONCE) continue;
      if (!values.follow) return;
      await sleep(EVERY_MS);
    }
  });
  return 0;
}
