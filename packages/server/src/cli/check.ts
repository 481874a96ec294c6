// `stoa check`: checks the integrity of a store without changing it.

import type { Store } from '../kit/database/connection.ts';
import { schemaVersion } from '../kit/database/migrate.ts';
import { openStoreAsItIs } from '../kit/database/open.ts';
import { sql } from '../kit/database/sql.ts';
import { migrations } from '../migrations/index.ts';
import type { Invariant } from '../slice/tables.ts';
import { invariants } from '../slices.ts';
import { CommandError } from './command.ts';
import type { StoreValues } from './declarations.ts';
import { requireStore } from './store.ts';
import { print } from './terminal.ts';

/** At most 20 violations of each kind are shown; all are counted. */
const SHOWN = 20;

export async function check(values: StoreValues): Promise<number> {
  requireStore(values);
  const { data, database } = values;
  const store = await openStoreAsItIs({ data, database: database ?? null });
  try {
    return await lookOver(store);
  } finally {
    await store.close();
  }
}

async function lookOver(store: Store): Promise<number> {
  const newest = Math.max(...migrations.map(({ version }) => version));
  const version = await readVersion(store);
  if (version > newest)
    throw new CommandError(`the data has schema version ${version}, this program supports up to ${newest}`);
  if (version < newest)
    throw new CommandError(
      `the data has schema version ${version}: "stoa serve" upgrades it to ${newest}; check again then`,
    );
  print(`ok    schema version ${version}`);
  let violations = 0;
  await store.snapshot(async (db) => {
    for (const invariant of invariants) {
      if (invariant.engine && invariant.engine !== store.engine) continue;
      const rows = await db.all<Record<string, unknown>>(sql.text(invariant.sql));
      violations += show(invariant, rows);
    }
  });
  print(violations === 0 ? 'Nothing is wrong.' : `Wrong: ${violations}`);
  return violations === 0 ? 0 : 1;
}

async function readVersion(store: Store): Promise<number> {
  try {
    return await schemaVersion(store.db);
  } catch {
    throw new CommandError('this is not data of Stoa, or it was never set up: it has no schema version');
  }
}

function show({ title, fine }: Invariant, rows: readonly Record<string, unknown>[]): number {
  const violations = fine ? rows.filter((row) => !fine(row)) : rows;
  print(
    `${violations.length === 0 ? 'ok   ' : 'WRONG'} ${title}${violations.length > 0 ? `: ${violations.length}` : ''}`,
  );
  for (const row of violations.slice(0, SHOWN)) print(`        ${JSON.stringify(row)}`);
  return violations.length;
}
