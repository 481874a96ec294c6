// `stoa queues`: the event queues of an organization, by account.
import { countQueues, listAccountQueues } from '../feed/queue-list.ts';
import type { QueuesValues } from './declarations.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { print, printRow } from './terminal.ts';

export async function queues(values: QueuesValues): Promise<number> {
  requireStore(values);
  await withStore(values, async ({ store, clock }) => {
    const { realm_id } = await pickRealm(store.db, values.org);
    const totals = await countQueues(store.db, realm_id, clock.now());
    const accounts = (await listAccountQueues(store.db, realm_id, values.limit)).map((account) => ({
      ...account,
      last_active_at: new Date(account.last_active_at).toISOString(),
    }));
    if (values.json) return print(JSON.stringify({ ...totals, by_account: accounts }));
    print(`${totals.queues} queues of ${totals.accounts} accounts, ${totals.active} used within the last minute`);
    for (const { user_id, queues: count, last_active_at, behind } of accounts)
      printRow([user_id ?? 'spectators', count, last_active_at, behind]);
  });
  return 0;
}
