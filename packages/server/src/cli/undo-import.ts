// `stoa organization undo-import`: removes what the last import into an organization made.
import { undoImport } from '../delivery/imports/into-existing/undo-import.ts';
import { shareLock } from '../kit/bulk-writes/share-lock.ts';
import type { StoreValues } from './declarations.ts';
import { ProgressLines } from './progress.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { print } from './terminal.ts';

export async function organizationUndoImport(values: StoreValues, [host = '']: readonly string[]): Promise<number> {
  requireStore(values);
  const progress = new ProgressLines();
  try {
    await withStore(values, async ({ store, writer }) => {
      const realm = await pickRealm(store.db, host);
      await shareLock(writer, store);
      const show = (messages: number) => progress.show(() => `Removed: ${messages} messages`);
      const { messages, accounts, kept_accounts, kept_groups, kept_emoji } = await undoImport({
        store,
        writer,
        realm,
        progress: show,
      });
      progress.end();
      print(`Removed ${messages} messages and ${accounts} accounts from ${realm.name}.`);
      if (kept_groups + kept_emoji > 0)
        print(`${kept_groups} groups and ${kept_emoji} custom emoji are deactivated: others have named them since.`);
      if (kept_accounts > 0)
        print(`${kept_accounts} accounts stay: their people have signed in, or others have named them since.`);
    });
    return 0;
  } finally {
    progress.end();
  }
}
