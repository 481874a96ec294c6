// What commands that work on a store share: its options, opening it, and picking the organization.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Base, openBase } from '../base.ts';
import { hostName, listRealms } from '../identity/realm/realm.queries.ts';
import type { Realm } from '../kit/actor.ts';
import type { Connection } from '../kit/database/connection.ts';
import { Lifecycle } from '../kit/lifecycle.ts';
import { CommandError, UsageError } from './command.ts';
import { complain } from './terminal.ts';

export const storeOptions = {
  data: { type: 'string', placeholder: 'DIR', summary: 'where the data is', fallback: './data' },
  database: {
    type: 'string',
    placeholder: 'URL',
    summary: 'postgres://... for PostgreSQL instead of the embedded database in the data directory',
  },
} as const;

export const organizationOption = {
  org: { type: 'string', placeholder: 'HOST', summary: 'host name of the organization, if there are several' },
} as const;

export interface StoreValues {
  data: string;
  database: string | undefined;
}

/** The URL of the PostgreSQL that is meant, or null for the embedded database. */
export function databaseOf({ database }: StoreValues): string | null {
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database))
    throw new UsageError('--database must be a postgres:// URL');
  return database ?? null;
}

/** The secret is not an option: command lines can be read by everybody on the machine. */
export function storeSettings(values: StoreValues) {
  return { data: values.data, database: databaseOf(values), secret: process.env.STOA_SECRET ?? null };
}

/** Refuses a data directory that holds nothing, where a command would otherwise make an empty store in passing. */
export function requireStore(values: StoreValues): void {
  const { data } = values;
  if (databaseOf(values) === null && !existsSync(join(data, 'stoa.db')))
    throw new CommandError(`there is no data in ${data}: "stoa init" creates an organization`);
}

export async function withStore<T>(values: StoreValues, work: (base: Base) => Promise<T>): Promise<T> {
  const life = new Lifecycle((error) => complain((error as Error).message));
  try {
    return await work(await openBase(storeSettings(values), life));
  } finally {
    await life.stop();
  }
}

/** The organization that is meant: by host name, address or name, or the only one there is. */
export async function pickRealm(db: Connection, org: string | undefined): Promise<Realm> {
  const realms = await listRealms(db);
  if (realms.length === 0) throw new CommandError('there is no organization yet: "stoa init" creates one');
  const hosts = realms.map(({ url }) => hostName(new URL(url).host));
  if (org === undefined) {
    if (realms.length === 1) return realms[0]!;
    throw new CommandError(`there are several organizations: pick one with --org, of ${hosts.join(', ')}`);
  }
  const wanted = /^https?:\/\//.test(org) && URL.canParse(org) ? hostName(new URL(org).host) : hostName(org);
  const at_host = hosts.indexOf(wanted);
  if (at_host !== -1) return realms[at_host]!;
  const named = realms.filter(({ name }) => name === org);
  if (named.length === 1) return named[0]!;
  throw new CommandError(`there is no organization "${org}": there are ${hosts.join(', ')}`);
}
