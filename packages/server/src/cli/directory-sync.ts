// `stoa directory sync`: follows the directory now.
import { directorySettings } from '../config/directory-settings.ts';
import { openDirectory } from '../features/directory/directory-sign-in.ts';
import { SyncInterrupted, type SyncReport, syncOrganization } from '../features/directory/sync.actions.ts';
import { NO_LOGGERS } from '../kit/logging/logger.ts';
import { CommandError } from './command.ts';
import type { DirectorySyncValues } from './directory-declaration.ts';
import { reasonOf } from './finding.ts';
import { pickRealm, requireStore, withStore } from './store.ts';
import { print, printError, printRow } from './terminal.ts';

export async function directorySync(values: DirectorySyncValues): Promise<number> {
  requireStore(values);
  const settings = directorySettings(values);
  if (settings === null) throw new CommandError('no directory is set: --ldap-url says where it is');
  const directory = await openDirectory(settings, NO_LOGGERS);
  return withStore(values, async ({ store, writer }) => {
    const { realm_id } = await pickRealm(store.db, values.org);
    const choices = { is_trial: values.dry_run, is_forced: values.force };
    const report = await syncOrganization({ store, writer, directory }, realm_id, choices).catch((error: unknown) => {
      if (!(error instanceof SyncInterrupted)) throw new CommandError(`nothing was changed: ${reasonOf(error)}`);
      printReport(error.done, choices);
      throw new CommandError(`${reasonOf(error)}; run it again to go on`);
    });
    if (report.objection !== null) {
      printError(`nothing was changed: ${report.objection}`);
      return 1;
    }
    printReport(report, choices);
    return 0;
  });
}

function printReport({ accounts, deactivated, renamed, kept }: SyncReport, { is_trial }: { is_trial: boolean }): void {
  for (const { user_id, email } of deactivated) printRow(['deactivate', user_id, email]);
  for (const { account, full_name } of renamed) printRow(['rename', account.user_id, account.email, full_name]);
  for (const { user_id, email } of kept) printRow(['keep', user_id, email]);
  const counts = `${accounts} people, deactivated: ${deactivated.length}, renamed: ${renamed.length}`;
  print(is_trial ? `Without --dry-run: ${counts}` : counts);
}
