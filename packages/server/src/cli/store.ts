// Opening the store and picking the organization, for all commands that work on data.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Base } from '../base.ts';
import { hostName, listRealms } from '../identity/realm/realm.queries.ts';
import type { Realm } from '../kit/actor.ts';
import type { Connection, Store } from '../kit/database/connection.ts';
import { openStore, type StoreLocation } from '../kit/database/open.ts';
import { requireDatabaseIfUsed } from '../kit/database/serving-lock.ts';
import { Lifecycle } from '../kit/lifecycle.ts';
import { migrations } from '../migrations/index.ts';
import { CommandError } from './command.ts';
import type { StoreValues } from './declarations.ts';
import { complain } from './terminal.ts';

/** Refuses a data directory without data: opening it would create an empty store. [CL12] [CL18] */
export function requireStore({ data, database }: StoreValues | StoreLocation): void {
  if ((database ?? null) !== null || existsSync(join(data, 'stoa.db'))) return;
  requireDatabaseIfUsed(data);
  throw new CommandError(`there is no data in ${data}: "stoa init" creates an organization`);
}

export async function withStore<T>(
  { data, database, secret }: StoreValues,
  work: (base: Base) => Promise<T>,
): Promise<T> {
  const { openBase } = await import('../base.ts');
  const lifecycle = new Lifecycle((error) => complain((error as Error).message));
  try {
    return await work(await openBase({ data, database: database ?? null, secret }, lifecycle));
  } finally {
    await lifecycle.stop();
  }
}

/** For commands that only read: does not load the slices that take part in writes. */
export function withStoreToRead<T>(values: StoreValues, work: (db: Connection) => Promise<T>): Promise<T> {
  return withOpenStore(values, ({ db }) => work(db));
}

/** The same with the store, for commands that read one state. */
export async function withOpenStore<T>(values: StoreValues, work: (store: Store) => Promise<T>): Promise<T> {
  requireStore(values);
  const { data, database = null } = values;
  const store = await openStore({ data, database }, migrations);
  try {
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
