// Opens what every command works with: the store, its write path and the keys. Holds no logic of the organization's.

import { hookSubscriptions } from './hooks.ts';
import { findSecret, loadSecret } from './identity/auth/secret.ts';
import { checkSecret } from './identity/auth/secret-mark.actions.ts';
import { hasOrganization } from './identity/realm/realm.queries.ts';
import { type Store, StoreError } from './kit/database/connection.ts';
import type { LongReadLimits } from './kit/database/long-reads.ts';
import { openStore, prepareDataDirectory } from './kit/database/open.ts';
import { lockServing, requireDatabaseIfUsed } from './kit/database/serving-lock.ts';
import type { Lifecycle } from './kit/lifecycle/lifecycle.ts';
import { type CapChoices, Caps } from './kit/limits/caps.ts';
import { ApiKeys } from './kit/secrets/api-keys.ts';
import { Vault } from './kit/secrets/vault.ts';
import { type Clock, systemClock } from './kit/time/clock.ts';
import { BY_COMMAND } from './kit/write/audit-record.ts';
import { Hooks } from './kit/write/hooks.ts';
import { Writer } from './kit/write/write.ts';
import { migrations } from './migrations/index.ts';

export interface BaseOptions {
  /** The directory of the database, if embedded, and of the secret. */
  data: string;
  /** A postgres:// URL, or null for the embedded database. */
  database: string | null;
  /** The secret that API keys are derived from; null for the one in the data directory. */
  secret?: string | null;
  /** The secret differs from the one the data was written with, on purpose. */
  new_secret?: boolean;
  /** The secret in a directory without a database is that of an archive that is being imported. */
  has_archived_secret?: boolean;
  clock?: Clock;
  /** Only for tests. */
  long_reads?: LongReadLimits;
  /** Limits on how many of each thing may exist, where they differ from the defaults. */
  caps?: CapChoices;
}

/** An open store and what writes to it: all that a command needs. */
export interface Base {
  readonly store: Store;
  readonly writer: Writer;
  /** Throws where the secret is gone: not every command needs it. [AU23] */
  readonly keys: ApiKeys;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Opens the base for a command, whether or not a server is running. */
export async function openBase(options: BaseOptions, lifecycle: Lifecycle): Promise<Base> {
  prepareDataDirectory(options.data);
  const base = await open(options, lifecycle);
  base.writer.origin = BY_COMMAND;
  return base;
}

/** Opens the base for a server. An embedded database allows only one. */
export async function openServingBase(options: BaseOptions, lifecycle: Lifecycle): Promise<Base> {
  const { data, database } = options;
  prepareDataDirectory(data);
  if (database === null)
    await lifecycle.open(
      'lock',
      () => lockServing(data),
      (unlock) => unlock(),
    );
  const base = await open(options, lifecycle);
  await checkSecret(base.writer, base.keys, options.new_secret ?? false);
  return base;
}

async function open(options: BaseOptions, lifecycle: Lifecycle): Promise<Base> {
  const { data, database, secret = null, clock = systemClock, long_reads } = options;
  if (database === null) requireDatabaseIfUsed(data, options.has_archived_secret);
  if (secret !== null) loadSecret(data, secret);
  // A secret without a database means that the database is gone, so the database is made first. [CL18]
  const store = await lifecycle.open(
    'store',
    () => openStore({ data, database, long_reads }, migrations),
    (opened) => opened.close(),
  );
  const writer = new Writer(store, clock, new Caps(options.caps), new Hooks(hookSubscriptions));
  await lifecycle.start('writes', { stop: () => writer.close() });
  const may_make = options.new_secret === true || !(await hasOrganization(store.db));
  const secret_key = may_make ? loadSecret(data, secret) : findSecret(data, secret);
  const requireSecret = () => {
    if (secret_key !== null) return secret_key;
    throw new StoreError(
      `the secret that the data was written with is missing: put the file ${data}/secret back or set STOA_SECRET; ` +
        'if it is lost, "stoa serve --new-secret" makes another one, which ends every API key',
    );
  };
  let keys: ApiKeys | null = null;
  return {
    store,
    writer,
    get keys() {
      keys ??= new ApiKeys(requireSecret());
      return keys;
    },
    get vault() {
      return new Vault(requireSecret());
    },
    clock,
  };
}
