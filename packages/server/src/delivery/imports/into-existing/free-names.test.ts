import { expect, it } from 'bun:test';
import { serveTests } from '@stoa/testkit';
import type { Connection } from '../../../kit/database/connection.ts';
import { FreeNames } from './free-names.ts';

const { server, cast } = await serveTests();

it('[IR16] finds a name for each of many channels of one name with one statement each', async () => {
  await cast.ada.subscribe({ subscriptions: [{ name: 'Lunch (imported)' }, { name: 'lunch (imported 2)' }] });
  const { db } = server.app.store;
  let statements = 0;
  const counting = {
    ...db,
    all: (...args: Parameters<Connection['all']>) => {
      statements++;
      return db.all(...args);
    },
  } as Connection;
  const names = new FreeNames(server.realm.realm_id, ['lunch (imported 4)']);
  const found: string[] = [];
  for (let at = 0; at < 300; at++) found.push(await names.add(counting, 'Lunch'));
  expect(found.slice(0, 3)).toEqual(['Lunch (imported 3)', 'Lunch (imported 5)', 'Lunch (imported 6)']);
  expect(new Set(found).size).toBe(300);
  expect(statements).toBe(300);
  const long = await names.add(db, 'x'.repeat(80));
  expect(long).toBe(`${'x'.repeat(49)} (imported)`);
});
