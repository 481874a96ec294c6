// Prepared statements, without a database.
import { expect, it } from 'bun:test';
import { StatementNames } from './named-statements.ts';
import { statementText } from './statement-text.ts';

const USED_AGAIN = 50;

function nameAfter(names: StatementNames, text: string, uses: number): string | undefined {
  const statement = statementText('postgres', text);
  for (let n = 1; n < uses; n++) names.of(statement);
  return names.of(statement);
}

it('[DB11] a statement used repeatedly gets a name that stays', () => {
  const names = new StatementNames();
  const [first, second] = [
    'select role from users where user_id = $1',
    'update realms set name = $1 where realm_id = $2',
  ];
  expect(nameAfter(names, first, 1)).toBeUndefined();
  const name = nameAfter(names, first, USED_AGAIN);
  expect(name).toBeString();
  expect(nameAfter(names, second, USED_AGAIN)).not.toBe(name);
  expect(nameAfter(names, first, 1)).toBe(name!);
});

it.each([
  'begin',
  'savepoint attempt',
  'select * from users where user_id = $1',
  'select id from messages where recipient_id = $1 and id > $2',
  'select id from messages where id between $1 and $2',
  'select id from messages where realm_id = $1 ORDER BY id',
  'select id from messages where realm_id = $1 limit $2',
  'select user_id from users where full_name like $1',
  'select message_id from message_search where words @@ $1',
])('[DB11] is planned each time: %s', (text) => {
  expect(nameAfter(new StatementNames(), text, USED_AGAIN)).toBeUndefined();
});

it('[DB11] names at most a fixed number of statements', () => {
  const names = new StatementNames();
  const named = new Set<string | undefined>();
  for (let n = 0; n < 1000; n++) named.add(nameAfter(names, `select ${n} from users where user_id = $1`, USED_AGAIN));
  named.delete(undefined);
  expect(named.size).toBe(200);
});
