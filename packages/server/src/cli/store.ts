// Opening the store and picking the organization, for all commands that work on data.
import type { Base } from '../base.ts';
import { hostName, listRealms } from '../identity/realm/realm.queries.ts';
import type { Realm } from '../kit/access/actor.ts';
import type { Connection, Store } from '../kit/database/connection.ts';
import { requireCurrent } from '../kit/database/migrate.ts';
import { openReadOnly, openStoreWithoutMigrating, type StoreLocation } from '../kit/database/open.ts';
import { hasDatabase, requireDatabaseIfUsed } from '../kit/database/serving-lock.ts';
import { Lifecycle } from '../kit/lifecycle/lifecycle.ts';
import { migrations } from '../migrations/index.ts';
import { CommandError } from './command.ts';
import type { StoreValues } from './declarations.ts';
import { printError } from './terminal.ts';

/** Refuses a data directory without data: opening it would create an empty store. [CL12] [CL18] */
export function requireStore({ data, database }: StoreValues | StoreLocation): void {
  if ((database ?? null) !== null || hasDatabase(data)) return;
  requireDatabaseIfUsed(data);
  throw new CommandError(`there is no data in ${data}: "stoa init" creates an organization`);
}

const locationOf = ({ data, database }: StoreValues): StoreLocation => ({ data, database: database ?? null });

/**
 * Refuses no data, and data of an older version: a command that is tried beside a running server must not migrate what that server can't
 * read then. [CL23]
 */
async function requireData(db: Connection): Promise<void> {
  if (!(await requireCurrent(db, migrations)))
    throw new CommandError('there is no data in the database: "stoa init" creates an organization');
}

async function withBase<T>(
  values: StoreValues,
  work: (base: Base) => Promise<T>,
  has_archived_secret = false,
): Promise<T> {
  const { openBase } = await import('../base.ts');
  const lifecycle = new Lifecycle((error) => printError((error as Error).message));
  try {
    return await work(await openBase({ ...locationOf(values), secret: values.secret, has_archived_secret }, lifecycle));
  } finally {
    await lifecycle.stop();
  }
}

/** Looks before {@link withBase} migrates. */
async function look(values: StoreValues, check: (db: Connection) => Promise<unknown>): Promise<void> {
  if (values.database === undefined && !hasDatabase(values.data)) return;
  const { db, close } = await openReadOnly(locationOf(values));
  await check(db).finally(close);
}

/** Does nothing if there is no data yet. Makes no directory, and changes nothing. */
export async function readStoreIfAny(values: StoreValues, work: (db: Connection) => Promise<void>): Promise<void> {
  await look(values, async (db) => {
    if (await requireCurrent(db, migrations)) await work(db);
  });
}

export async function withStore<T>(values: StoreValues, work: (base: Base) => Promise<T>): Promise<T> {
  await look(values, requireData);
  return withBase(values, work);
}

/** The same for a command that makes an organization: there may be no data yet. */
export async function withStoreOrNew<T>(
  values: StoreValues,
  work: (base: Base) => Promise<T>,
  has_archived_secret = false,
): Promise<T> {
  await look(values, (db) => requireCurrent(db, migrations));
  return withBase(values, work, has_archived_secret);
}

/** For commands that only read: changes nothing, and does not load the slices that take part in writes. */
export async function withStoreToRead<T>(values: StoreValues, work: (db: Connection) => Promise<T>): Promise<T> {
  requireStore(values);
  const { db, close } = await openReadOnly(locationOf(values));
  return requireData(db)
    .then(() => work(db))
    .finally(close);
}

/** The same with the store, for commands that read one state. */
export async function withOpenStore<T>(values: StoreValues, work: (store: Store) => Promise<T>): Promise<T> {
  requireStore(values);
  const store = await openStoreWithoutMigrating(locationOf(values));
  try {
    await requireData(store.db);
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The organization with this host name, address or name; without one, the only organization. */
export async function pickRealm(db: Connection, org: string | undefined): Promise<Realm> {
  const realms = await listRealms(db);
  if (realms.length === 0) throw new CommandError('there is no organization yet: "stoa init" creates one');
  const hosts = realms.map(({ url }) => hostName(new URL(url).host));
  if (org === undefined) {
    if (realms.length === 1) return realms[0]!;
    throw new CommandError(`there are several organizations: pick one with --org, of ${hosts.join(', ')}`);
  }
  const host = /^https?:\/\//.test(org) && URL.canParse(org) ? hostName(new URL(org).host) : hostName(org);
  const at_host = hosts.indexOf(host);
  if (at_host !== -1) return realms[at_host]!;
  const named = realms.filter(({ name }) => name === org);
  if (named.length === 1) return named[0]!;
  throw new CommandError(`there is no organization "${org}": there are ${hosts.join(', ')}`);
}
