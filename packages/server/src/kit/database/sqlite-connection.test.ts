// Which statements a connection to the embedded database keeps prepared.
import { afterEach, expect, it } from 'bun:test';
import { openConnection } from './sqlite-connection.ts';
import { StoreCaches } from './store-caches.ts';

const connection = openConnection(':memory:', false, new StoreCaches());
afterEach(() => connection.close());

it('[DB41] prepares a long text for one use, which leaves the others prepared', async () => {
  const { database } = connection;
  const prepare = database.prepare.bind(database);
  let prepared = 0;
  let finalized = 0;
  database.prepare = ((text: string) => {
    const statement = prepare(text);
    const finalize = statement.finalize.bind(statement);
    statement.finalize = () => {
      finalized++;
      finalize();
    };
    prepared++;
    return statement;
  }) as typeof database.prepare;
  const short = () => connection.allOf('select 1 as one', []);
  const long = (n: number) => connection.allOf(`select ${n} as n -- ${'x'.repeat(30_000)}`, []);
  await short();
  for (let n = 0; n < 20; n++) expect(await long(n)).toEqual([{ n }]);
  expect([prepared, finalized]).toEqual([21, 20]);
  expect(await short()).toEqual([{ one: 1 }]);
  expect(prepared).toBe(21);
});
