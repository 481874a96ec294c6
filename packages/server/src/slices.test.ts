// The list of slices is complete, and every table that refers to accounts or messages declares what becomes of its
// rows.

import { afterAll, beforeAll, describe, expect, it } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { slices as contracts, type Endpoint, endpoints, states } from '@stoa/contract';
import { type EmptyServer, startEmptyServer } from '@stoa/testkit';
import type { Store } from './kit/database/connection.ts';
import { sql } from './kit/database/sql.ts';
import { openSlices } from './slice/open-slices.ts';
import { slices, stateParts, tables } from './slices.ts';

interface Columns {
  readonly accounts: string[];
  has_message: boolean;
}

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  /** The referenced table, where the database knows it. */
  readonly target: string | null;
}

const COLUMNS = {
  sqlite: sql`select tables.name as table_name, columns.name as column_name, keys."table" as target
    from sqlite_master tables join pragma_table_info(tables.name) columns
    left join pragma_foreign_key_list(tables.name) keys on keys."from" = columns.name where tables.type = 'table'`,
  postgres: sql`select columns.table_name, columns.column_name, targets.relname as target from information_schema.columns columns
    left join pg_constraint keys on keys.contype = 'f' and keys.conrelid = columns.table_name::regclass
      and keys.conkey = array[columns.ordinal_position::smallint]
    left join pg_class targets on targets.oid = keys.confrelid where columns.table_schema = current_schema()`,
};

/** They write what slices above that of their contract own, or answer with it. */
const SERVED_BY_A_HIGHER_SLICE: Readonly<Record<string, string>> = {
  'create-password-reset-link': 'password-reset',
  'create-user': 'sign-up',
  'deactivate-own-user': 'account-changes',
  'deactivate-user': 'account-changes',
  'get-bot-api-key': 'bots',
  'get-own-user': 'messages',
  'get-sessions': 'web-push',
  'reactivate-user': 'account-changes',
  'regenerate-bot-api-key': 'bots',
  'register-queue': 'events',
  'test-welcome-bot-custom-message': 'sign-up',
  'update-user': 'account-changes',
  'update-user-by-email': 'account-changes',
};

/** By table: the columns that refer to accounts, and whether one refers to a message. */
async function findReferring({ db, engine }: Store): Promise<Map<string, Columns>> {
  const found = new Map<string, Columns>();
  for (const { table_name, column_name, target } of await db.all<Column>(COLUMNS[engine])) {
    const names_account = column_name === 'user_id' || target === 'users';
    const names_message = column_name === 'message_id' || target === 'messages';
    if (!names_account && !names_message) continue;
    const columns = found.get(table_name) ?? { accounts: [], has_message: false };
    if (names_account && !columns.accounts.includes(column_name)) columns.accounts.push(column_name);
    columns.has_message ||= names_message;
    found.set(table_name, columns);
  }
  return found;
}

/** Tables and columns that no slice declares, and declared ones that don't exist. */
async function findUnsaid(store: Store): Promise<string[]> {
  const unsaid: string[] = [];
  const referring = await findReferring(store);
  const declared = new Map(tables);
  for (const [table, { accounts, has_message }] of referring) {
    const declaration = declared.get(table);
    if ([...(declaration?.accounts ?? [])].sort().join() !== accounts.sort().join())
      unsaid.push(`${table}: ${accounts.join()}`);
    if (has_message !== (declaration?.on_deletion !== undefined)) unsaid.push(`${table}: message_id`);
  }
  // Only SQLite has a separate table for the word index.
  const known = (table: string) => referring.has(table) || (table === 'message_search' && store.engine === 'sqlite');
  return [...unsaid, ...[...declared.keys()].filter((table) => !known(table)).map((table) => `${table} is not there`)];
}

describe('the slices of the server', () => {
  let server: EmptyServer;
  beforeAll(async () => {
    server = await startEmptyServer();
  });
  afterAll(() => server.stop());

  it('are each named once, in a folder of the same name or in slice/, and serve every slice of the contract', () => {
    const names = slices.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names.filter((name) => name !== 'core'))
      expect([
        name,
        ['identity', 'conversation', 'features', 'delivery', '.'].filter((tier) =>
          existsSync(join(import.meta.dir, tier, name, 'slice.ts')),
        ).length,
      ]).toEqual([name, 1]);
    expect(contracts.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(stateParts).sort()).toEqual(Object.keys(states).sort());
  });

  it('route the endpoints of their contracts, each once, and only those that need a higher slice are served there', () => {
    const of_contract = new Map(
      contracts.flatMap(({ name, endpoints }) =>
        Object.values<Endpoint>(endpoints).map(({ id }) => [id, name] as const),
      ),
    );
    const routed = slices.flatMap((slice) =>
      openSlices([slice], server.app).routes.map(({ endpoint }) => [endpoint.id, slice.name] as const),
    );
    expect(routed.map(([id]) => id).sort()).toEqual([...of_contract.keys(), endpoints.registerQueue.id].sort());
    const elsewhere = routed.filter(([id, name]) => of_contract.get(id) !== name);
    expect(Object.fromEntries(elsewhere)).toEqual(SERVED_BY_A_HIGHER_SLICE);
  });

  it('declare the deletion of the rows of every table that refers to accounts or messages', async () => {
    const { store } = server.app;
    expect(await findUnsaid(store)).toEqual([]);
    await store.transaction(async (tx) => {
      await tx.run(sql`create table planted (user_id bigint, message_id bigint)`);
      await tx.run(sql`create table planted_too (owner bigint references users)`);
    });
    expect((await findUnsaid(store)).sort()).toEqual(['planted: message_id', 'planted: user_id', 'planted_too: owner']);
  });
});
