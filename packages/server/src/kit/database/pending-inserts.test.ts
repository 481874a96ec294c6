// Rows that wait for the next statement of their transaction.
import { expect, it } from 'bun:test';
import { PendingInserts } from './pending-inserts.ts';

const inserts = (rows: PendingInserts, count?: number) =>
  [...rows.take(count)].map((statement) => {
    const { text, values } = statement.bind('postgres');
    return [text.text.replace(/\s+/g, ' '), ...values];
  });

it('[DB56] rows of one table that follow each other share a statement, in their order', () => {
  const rows = new PendingInserts();
  for (const a of [1, 2, 3]) rows.add('one', { a, b: 'x' });
  rows.add('two', { a: 4 });
  rows.add('one', { a: 5, b: 'y' });
  rows.add('one', { a: 6 });
  expect(inserts(rows)).toEqual([
    ['insert into one (a, b) values ($1, $2), ($3, $4)', 1, 'x', 2, 'x'],
    ['insert into one (a, b) values ($1, $2)', 3, 'x'],
    ['insert into two (a) values ($1)', 4],
    ['insert into one (a, b) values ($1, $2)', 5, 'y'],
    ['insert into one (a) values ($1)', 6],
  ]);
  expect(rows.length).toBe(0);
});

it('[DB56] rows are taken from the first on and dropped from the last on', () => {
  const rows = new PendingInserts();
  for (const a of [1, 2, 3]) rows.add('one', { a });
  rows.drop(2);
  expect(inserts(rows, 1)).toEqual([['insert into one (a) values ($1)', 1]]);
  expect(inserts(rows)).toEqual([['insert into one (a) values ($1)', 2]]);
});
