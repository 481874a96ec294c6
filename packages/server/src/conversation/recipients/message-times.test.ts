import { afterAll, beforeAll, expect, it } from 'bun:test';
import { countStatements, type Person, startServer, type TestServer } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { seconds } from '../../kit/time/clock.ts';
import { firstMessageSince } from './message-times.queries.ts';

const HOUR_S = 60 * 60;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it("[MS72] a time means the organization's own first message since, whatever others sent", async () => {
  const { store } = server.app;
  const other = await server.organization('other.example');
  const [{ dara }, { dara: stranger }] = [await server.cast(), await other.cast()];
  const send = async (who: Person) => {
    const sent = await who.sendMessage({ type: 'direct', to: [who.user_id], content: 'x' });
    server.clock.advance(HOUR_S * 1000);
    return sent.id;
  };
  const start_s = seconds(server.clock.now());
  const [first, foreign, second] = [await send(dara), await send(stranger), await send(dara)];
  // As if the other organization had been brought here with its history.
  await store.transaction((tx) => tx.run(sql`update messages set timestamp = 1 where id = ${foreign}`));
  const { realm_id } = server.realm;
  const since = (timestamp: number) => firstMessageSince(store.db, realm_id, timestamp);
  expect(await since(start_s)).toBe(first);
  expect(await since(start_s + HOUR_S)).toBe(second);
  expect(await since(start_s + 9 * HOUR_S)).toBeGreaterThan(second);
  const anchor_date = new Date(start_s * 1000).toISOString();
  expect(await dara.getMessages({ anchor: 'date', anchor_date, num_before: 0, num_after: 1 })).toMatchObject({
    anchor: first,
  });

  const [text] = await countStatements(store.db, () => since(start_s));
  if (store.engine === 'postgres') return;
  const plan = await store.db.all<{ detail: string }>(sql`explain query plan ${sql.raw(text!)}`);
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH messages USING COVERING INDEX messages_time (realm_id=? AND timestamp>?)',
  ]);
});
