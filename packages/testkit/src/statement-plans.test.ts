// SQLite plans without statistics, so an empty database gives the plans of a full one.
import { Database } from 'bun:sqlite';
import { expect, it } from 'bun:test';
import { readFileSync } from 'node:fs';
import { LONG_LIST, largeReadOf } from './statement-plans.ts';

const schema = new URL('../../server/src/migrations/schema.sqlite.sql', import.meta.url);
const ids = Array.from({ length: LONG_LIST }, () => '?').join(', ');

it('[DB51] a statement that reads a whole organization for a list of ids is found', () => {
  using db = new Database(':memory:');
  db.run(readFileSync(schema, 'utf8'));
  const readOf = (text: string) => largeReadOf(db, 'here', text);
  expect(readOf("select id from messages where content = 'x'")).toStartWith('SCAN messages');
  expect(readOf('select content from messages where realm_id = ? and id in (?, ?)')).toBeNull();
  expect(readOf(`select content from messages where realm_id = ? and id in (${ids})`)).toContain('messages_time');
  expect(readOf(`select content from messages where +realm_id = ? and id in (${ids})`)).toBeNull();
  expect(readOf(`select full_name from users where realm_id = ? and bot_owner_id in (${ids})`)).toContain(
    '(realm_id=?)',
  );
});
