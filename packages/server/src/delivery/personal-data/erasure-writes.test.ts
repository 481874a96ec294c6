// How much one write of an erasure does, and that a stopped one goes on.
import { expect, it, setDefaultTimeout } from 'bun:test';
import { newcomer, serveTests } from '@stoa/testkit';
import { getRealm } from '../../identity/realm/realm.queries.ts';
import { sql } from '../../kit/database/sql.ts';
import { erased_tables } from '../../slices.ts';
import { startErasure } from './erasing.actions.ts';
import { ErasureWrites } from './erasure-writes.ts';
import { findErasure } from './personal-data.queries.ts';

const { server, cast } = await serveTests();
setDefaultTimeout(30_000);

const MESSAGES = 120;

it('[PD14] one write removes at most 100 messages, fewer where a write takes long, and another process continues', async () => {
  const { store, writer } = server.app;
  const { ada } = cast;
  const email = 'gil@stoa.example';
  const { user_id } = await ada.createUser({ email, full_name: 'Gil Gone', password: 'eleven quiet lanterns' });
  await ada.subscribe({ subscriptions: [{ name: 'here' }], principals: [user_id] });
  const gil = await newcomer(server, { email, full_name: 'Gil Gone', user_id });
  for (let n = 0; n < MESSAGES; n++)
    await gil.sendMessage({ type: 'stream', to: 'here', topic: 'many', content: `message ${n}` });
  const realm = await getRealm(
    store.db,
    (await store.db.get<{ realm_id: never }>(sql`select realm_id from realms`))!.realm_id,
  );
  const { realm_id } = realm;
  // As the command does: no job of the server takes part.
  await writer.write(realm_id, async (context) => {
    const request = { user_id, messages: 'remove', acting_user_id: null } as const;
    await startErasure({ ...context, enqueue: () => {} }, realm, request);
  });
  const removed = async () => (await findErasure(store.db, realm_id, user_id))!.messages_removed;
  /** The messages that each write removes on a machine on which each takes this long. */
  const sizes = async (ms: number, writes: number) => {
    let now = 0;
    const steps = new ErasureWrites(writer, { steady: () => (now += ms) }, { tables: erased_tables });
    const counts = [await removed()];
    for (let n = 0; n < writes && (await steps.next(realm_id, user_id)); n++) counts.push(await removed());
    return counts.map((count, at) => count - (counts[at - 1] ?? count)).filter((count) => count > 0);
  };
  expect(await sizes(1000, 6)).toEqual([5, 5, 5, 5, 5]);
  expect(await sizes(1, 100)).toEqual([25, 50, 20]);
  expect(await removed()).toBe(MESSAGES);
  expect((await findErasure(store.db, realm_id, user_id))!.finished_at).not.toBeNull();
  const left = await store.db.get(sql`select 1 as found from messages where sender_id = ${user_id} limit 1`);
  expect(left).toBeNull();
});
