// `stoa migrate --from ... --to ...`: moves everything from one engine to the other.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageId } from '@stoa/contract';
import { indexMessagesAgain, removeFromIndex } from '../conversation/search/search.actions.ts';
import type { Store } from '../kit/database/connection.ts';
import { type CopyEnd, countUsers, openTarget } from '../kit/database/copy/copy-ends.ts';
import { readMarks } from '../kit/database/copy/copy-marks.ts';
import { type CopiedTable, cancelCopy, type DerivedIndex, StoreCopy } from '../kit/database/copy/store-copy.ts';
import { pendingMigrations } from '../kit/database/migrate.ts';
import {
  openStore,
  openStoreWithoutMigrating,
  prepareDataDirectory,
  type StoreLocation,
} from '../kit/database/open.ts';
import { lockFile, lockServing } from '../kit/database/serving-lock.ts';
import { migrations } from '../migrations/index.ts';
import { CommandError, UsageError } from './command.ts';
import type { MigrateValues } from './migrate-declaration.ts';
import { Belongings } from './move-belongings.ts';
import { MoveProgress } from './move-progress.ts';
import { requireStore } from './store.ts';
import { print, shellWord } from './terminal.ts';

const SEARCH_INDEX: DerivedIndex = {
  table: 'messages',
  index_table: 'message_search',
  add: (tx, ids) => indexMessagesAgain(tx, ids as MessageId[]),
  remove: (tx, ids) => removeFromIndex(tx, ids as MessageId[]),
};
/** Tells our connections from those of servers. */
const APPLICATION = 'stoa-migrate';

export async function move(values: MigrateValues): Promise<number> {
  const { from, to } = values;
  if (from === undefined) throw new UsageError('--from is missing: where to move the data from');
  if (values.plan) throw new UsageError('--plan lists migrations and goes without --from');
  const source_place = placeOf(from);
  if (values.cancel) return cancel(source_place, to);
  if (to === undefined) throw new UsageError('--to is missing: where to move the data to');
  const target_place = placeOf(to);
  if ((source_place.database === null) === (target_place.database === null))
    throw new UsageError('--from and --to must be different engines: a data directory and a postgres:// URL');
  if (source_place.database === null) requireStore(source_place);
  else prepareDataDirectory(target_place.data);
  const embedded = source_place.database === null ? source_place.data : target_place.data;
  const lock = join(embedded, 'moving.lock');
  const unlock = lockFile(lock, `another "stoa migrate" moves the data in ${embedded}`);
  try {
    return await moveBetween(values, source_place, target_place);
  } finally {
    unlock();
    rmSync(lock, { force: true });
  }
}

async function moveBetween(values: MigrateValues, from: StoreLocation, to: StoreLocation): Promise<number> {
  const unlock = from.database === null && !values.first_copy ? lockServing(from.data) : () => {};
  const progress = new MoveProgress();
  let source: Store | null = null;
  let target: CopyEnd | null = null;
  try {
    source = await openSource(from);
    if (from.database !== null && !values.first_copy) await requireStopped(source);
    const belongings = await Belongings.find(values, source.db, from, to);
    target = await openMigrated(to);
    const copy = await StoreCopy.begin(source, target, SEARCH_INDEX, progress.report);
    if (values.first_copy) {
      await copy.copyAhead();
      progress.end();
      print('The first copy is complete. What changes from now on is noted and copied at the end.');
      print('Stop the server, then give the same command without --first-copy.');
      return 0;
    }
    await belongings.copyFiles(progress);
    belongings.copySecret();
    const began = performance.now();
    const compared = await copy.finish(new Date());
    progress.end();
    printEnd(compared, (performance.now() - began) / 1000);
    const settings = to.database === null ? shellWord(to.data) : `${shellWord(from.data)} --database URL`;
    print(`Start it: stoa serve --data ${settings}`);
    return 0;
  } finally {
    progress.end();
    await target?.close();
    await source?.close();
    unlock();
  }
}

function printEnd(compared: readonly CopiedTable[], seconds: number): void {
  const rows = compared.reduce((sum, table) => sum + table.rows, 0);
  print(`Moved ${rows} rows of ${compared.length} tables in ${seconds.toFixed(1)} s; counts and digests are equal.`);
  print('The source is kept as it is and is no longer served. Delete it when you are sure.');
}

async function cancel(from: StoreLocation, to: string | undefined): Promise<number> {
  if (to !== undefined) throw new UsageError('--cancel goes without --to: the copy is not touched');
  requireStore(from);
  const source = await openStoreWithoutMigrating(from);
  try {
    const is_done = await cancelCopy(source);
    print(is_done ? 'The move is cancelled: the data can be served again.' : 'There is no move to cancel.');
    return 0;
  } finally {
    await source.close();
  }
}

function placeOf(text: string): StoreLocation {
  return /^postgres(ql)?:\/\//.test(text) ? { data: '', database: named(text) } : { data: text, database: null };
}

const named = (url: string) =>
  /[?&]application_name=/.test(url) ? url : `${url}${url.includes('?') ? '&' : '?'}application_name=${APPLICATION}`;

async function openSource(location: StoreLocation): Promise<Store> {
  const source = await openStoreWithoutMigrating(location);
  try {
    if ((await pendingMigrations(source.db, migrations)).length > 0)
      throw new CommandError('the source has not the schema of this program: "stoa migrate" upgrades it');
    return source;
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Migrates an empty target; a copy that was begun has the schema of the source at that time. */
async function openMigrated(location: StoreLocation): Promise<CopyEnd> {
  const target = await openTarget(location);
  try {
    if ((await readMarks(target.db)).has('target')) {
      if ((await pendingMigrations(target.db, migrations)).length === 0) return target;
      throw new CommandError('the copy was begun by an older version: empty the target and begin again');
    }
  } catch (error) {
    await target.close();
    throw error;
  }
  await target.close();
  await (await openStore(location, migrations)).close();
  return openTarget(location);
}

async function requireStopped({ db }: Store): Promise<void> {
  if ((await countUsers(db)) > 0)
    throw new CommandError(
      'a server or command still uses the source: stop every node first, or make a --first-copy while they run',
    );
}
