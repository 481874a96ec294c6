// `stoa organization delete` and `undelete`.
import {
  cancelDeletion,
  findDeletionTime,
  scheduleDeletion,
} from '../features/organization-deletion/pending-deletion.actions.ts';
import { hostName } from '../identity/realm/realm.queries.ts';
import { CommandError } from './command.ts';
import type { OrganizationDeleteValues, StoreValues } from './declarations.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { ask, print } from './terminal.ts';

const DAY_MS = 24 * 60 * 60_000;

export async function organizationDelete(
  values: OrganizationDeleteValues,
  [host = '']: readonly string[],
): Promise<number> {
  requireStore(values);
  await withStore(values, async ({ store, writer }) => {
    const realm = await pickRealm(store.db, host);
    if (values.now) {
      const expected = hostName(new URL(realm.url).host);
      const typed = await ask(`This deletes ${realm.name} for good. Type its host name, ${expected}, to continue: `);
      if (typed !== expected) throw new CommandError('nothing was deleted: that is not its host name');
    }
    const due_at = Date.now() + (values.now ? 0 : values.days * DAY_MS);
    await writer.write(realm.realm_id, (context) => scheduleDeletion(context, realm.realm_id, due_at));
    if (values.now) print(`${realm.name} is deactivated, and a running server deletes it within a minute.`);
    else
      print(
        `${realm.name} is deactivated, and will be deleted after ${new Date(due_at).toISOString().slice(0, 10)}. Until then "stoa organization undelete" brings it back.`,
      );
  });
  return 0;
}

export async function organizationUndelete(values: StoreValues, [host = '']: readonly string[]): Promise<number> {
  requireStore(values);
  await withStore(values, async ({ store, writer }) => {
    const realm = await pickRealm(store.db, host);
    if ((await findDeletionTime(store.db, realm.realm_id)) === null)
      throw new CommandError(`${realm.name} is not to be deleted`);
    if (!(await writer.write(realm.realm_id, (context) => cancelDeletion(context, realm.realm_id))))
      throw new CommandError(`the deletion of ${realm.name} has begun: only a backup can bring it back`);
    print(`${realm.name} is active again, and won't be deleted.`);
  });
  return 0;
}
