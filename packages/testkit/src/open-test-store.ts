// A store with its write path and feed but without any slice, for tests of the kit.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RealmId } from '@stoa/contract';
import type { Realm } from '../../server/src/kit/access/actor.ts';
import type { Store } from '../../server/src/kit/database/connection.ts';
import type { LongReadLimits } from '../../server/src/kit/database/long-reads.ts';
import { openStore } from '../../server/src/kit/database/open.ts';
import { sql } from '../../server/src/kit/database/sql.ts';
import { Writer } from '../../server/src/kit/write/write.ts';
import { migrations } from '../../server/src/migrations/index.ts';
import { TestClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestStore {
  readonly store: Store;
  readonly writer: Writer;
  readonly clock: TestClock;
  /** An organization without accounts. */
  readonly realm: Realm;
  addRealm(host: string): Promise<Realm>;
  /** Another process on the same data. */
  openAgain(long_reads?: LongReadLimits): Promise<{ store: Store; writer: Writer; close(): Promise<void> }>;
  close(): Promise<void>;
}

export async function openTestStore(): Promise<TestStore> {
  const data = mkdtempSync(join(tmpdir(), 'stoa-store-'));
  const database = await createTestDatabase({ data });
  const clock = new TestClock();
  const open = async (long_reads?: LongReadLimits) => {
    const store = await openStore({ data, database: database.url, long_reads }, migrations);
    const writer = new Writer(store, clock);
    const close = async () => {
      await writer.close();
      await store.close();
    };
    return { store, writer, close };
  };
  const { store, writer, close } = await open();
  const addRealm = async (host: string): Promise<Realm> => {
    const row = await writer.write(null, ({ tx, now }) =>
      tx.get<{ realm_id: RealmId }>(
        sql`insert into realms (uuid, name, description, host, url, date_created, settings, last_event_id, log_floor)
         values (${host}, ${host}, '', ${host}, ${`http://${host}`}, ${now}, '{}', 0, 0) returning realm_id`,
      ),
    );
    return { realm_id: row!.realm_id, name: host, url: `http://${host}` };
  };
  return {
    store,
    writer,
    clock,
    realm: await addRealm('a.example'),
    addRealm,
    openAgain: open,
    async close() {
      await close();
      await database.drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
