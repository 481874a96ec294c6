// `stoa queues`: the event queues of an organization, by account.

import { countQueues, listAccountQueues } from '../feed/queue-list.ts';
import { plural } from '../kit/text/plural.ts';
import type { QueuesValues } from './declarations.ts';
import { pickRealm, withStoreToRead } from './store.ts';
import { print, printRow } from './terminal.ts';

export async function queues(values: QueuesValues): Promise<number> {
  await withStoreToRead(values, async (db) => {
    const { realm_id } = await pickRealm(db, values.org);
    const totals = await countQueues(db, realm_id, Date.now());
    const accounts = (await listAccountQueues(db, realm_id, values.limit)).map((account) => ({
      ...account,
      last_active_at: new Date(account.last_active_at).toISOString(),
    }));
    if (values.json) return print(JSON.stringify({ ...totals, by_account: accounts }));
    print(
      `${plural(totals.queues, 'queue')} of ${plural(totals.accounts, 'account')}, ${totals.active} used within the last minute`,
    );
    for (const { user_id, queues: count, last_active_at, behind } of accounts)
      printRow([user_id ?? 'spectators', count, last_active_at, behind]);
  });
  return 0;
}
