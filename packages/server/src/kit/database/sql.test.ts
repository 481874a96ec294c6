// Statements from templates, without a database; what the engines make of them is in database.test.ts.
import { expect, it } from 'bun:test';
import { type Fragment, sql } from './sql.ts';

const sqlite = (statement: ReturnType<typeof sql>) => {
  const { text, values } = statement.bind('sqlite');
  return [text.text, ...values];
};
const postgres = (statement: ReturnType<typeof sql>) => {
  const { text, values } = statement.bind('postgres');
  return [text.text, ...values];
};

it('[DB25] values are parameters, in the order of their placeholders', () => {
  const find = (id: number, name: string) => sql`select 1 where id > ${id} and name <> ${name}`;
  expect(postgres(find(1, "'; drop table users"))).toEqual([
    'select 1 where id > $1 and name <> $2',
    1,
    "'; drop table users",
  ]);
  expect(sqlite(find(2, 'two'))).toEqual(['select 1 where id > ?1 and name <> ?2', 2, 'two']);
});

it('[DB25] the text of a template is built once per form', () => {
  const find = (ids: number[], which: Fragment) => sql`select 1 where id in (${sql.list(ids)}) ${which}`;
  const [first, second, longer] = [
    [1, 2],
    [3, 4],
    [5, 6, 7],
  ].map((ids) => find(ids, sql.nothing).bind('postgres'));
  expect(second!.text).toBe(first!.text);
  expect(longer!.text).not.toBe(first!.text);
  expect(find([1, 2], sql`and a > ${1}`).bind('postgres').text).not.toBe(first!.text);
  expect(find([1, 2], sql`and b > ${1}`).bind('postgres').text.text).toContain('and b > $3');
  const plain = (id: number) => sql`select 1 where id > ${id}`.bind('sqlite').text;
  expect(plain(1)).toBe(plain(2));
});

it('[DB45] a template forgets its forms when they take much memory', () => {
  const insert = (rows: number) => sql`insert into t values ${sql.rows(Array.from({ length: rows }, () => [1, 2]))}`;
  const textOf = (rows: number) => insert(rows).bind('sqlite').text;
  const first = textOf(1);
  expect(textOf(1)).toBe(first);
  for (let rows = 2; rows < 300; rows++) textOf(rows);
  expect(textOf(1)).not.toBe(first);
  expect(textOf(1)).toEqual(first);
});

it('[DB25] fragments nest, wherever they were created', () => {
  const of = (user: Fragment) => sql`exists (select 1 from flags where user_id > ${user} and bit > ${2})`;
  const parts = [sql`a > ${1}`, sql`not ${of(sql`${3}`)}`, of(sql.raw('people.user_id'))];
  const statement = sql`select ${sql.raw('name')} where ${sql.join(parts, ' and ')} or z > ${9}`;
  expect(postgres(statement)).toEqual([
    'select name where a > $1 and not exists (select 1 from flags where user_id > $2 and bit > $3)' +
      ' and exists (select 1 from flags where user_id > people.user_id and bit > $4) or z > $5',
    ...[1, 3, 2, 2, 9],
  ]);
});

it('[DB25] passes a shared value once', () => {
  const [me, you] = [sql.shared(7), sql.shared(8)];
  const statement = (a: Fragment, b: Fragment) => sql`select ${a} from t where ${b} > ${1} and ${a} > 0`;
  expect(postgres(statement(me, you))).toEqual(['select $1 from t where $2 > $3 and $1 > 0', 7, 8, 1]);
  expect(postgres(statement(me, me))).toEqual(['select $1 from t where $1 > $2 and $1 > 0', 7, 1]);
});

it('[DB38] lists of similar length share a statement, and match the same', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => n);
  const find = (values: number[]) => sql`select 1 where id in (${sql.list(values)})`.bind('sqlite');
  const texts = new Set(ids.map((n) => find(ids.slice(0, n + 1)).text));
  expect(texts.size).toBe(11);
  expect(find([1, 2, 3]).values).toEqual([1, 2, 3, 3]);
});

it('[DB25] rows and lists; an empty list matches nothing', () => {
  expect(
    postgres(
      sql`insert into t values ${sql.rows([
        [1, 'a'],
        [2, null],
      ])}`,
    ),
  ).toEqual(['insert into t values ($1, $2), ($3, $4)', ...[1, 'a', 2, null]]);
  expect(postgres(sql`select 1 where id in (${sql.list([])})`)).toEqual(['select 1 where id in (null)']);
  expect(() => sql`select 1 where id not in (${sql.list([])})`.bind('sqlite')).toThrow();
});

it('[DB26] SQLite does not replan for each value', () => {
  const statement = sql`select 1 where a = ${1} and b >= ${2} and c > ${3} limit ${4}`;
  expect(sqlite(statement)[0]).toBe('select 1 where a = +?1 and b >= +?2 and c > ?3 limit ?4 + 0');
  expect(postgres(statement)[0]).toBe('select 1 where a = $1 and b >= $2 and c > $3 limit $4');
});

it('[DB25] fragments whose syntax differs between the engines', () => {
  const ids = sql`${'[1]'}`;
  const each = sql.byEngine({ sqlite: sql`json_each(${ids})`, postgres: sql`json_array_elements_text(${ids}::json)` });
  expect(sqlite(sql`select value from ${each}`)).toEqual(['select value from json_each(?1)', '[1]']);
  expect(postgres(sql`select value from ${each}`)[0]).toBe('select value from json_array_elements_text($1::json)');
});

it('[DB25] columns by name, and numbers of any count as one parameter', () => {
  const columns = { name: "'; drop table users", '"order"': 2 };
  expect(postgres(sql`update t set ${sql.set(columns)} where id > ${1}`)).toEqual([
    'update t set name = $1, "order" = $2 where id > $3',
    ...[columns.name, 2, 1],
  ]);
  expect(sqlite(sql`insert into t ${sql.insert(columns)}`)).toEqual([
    'insert into t (name, "order") values (?1, ?2)',
    ...[columns.name, 2],
  ]);
  expect(sqlite(sql`select 1 where id in ${sql.each([1, 2, 3])}`).slice(1)).toEqual(['[1,2,3]']);
});
