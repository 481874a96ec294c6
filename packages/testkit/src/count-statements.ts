// Records the statements that a piece of work runs, for rules that bound their number.
import type { Connection } from '../../server/src/kit/database/connection.ts';
import type { Statement } from '../../server/src/kit/database/sql.ts';

/** The statements that a connection runs during `work`. Keeps the connection object, because caches are attached to it. */
export async function countStatements(db: Connection, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  /** One method that runs a statement may call another: that counts once. */
  let depth = 0;
  const names = ['all', 'get', 'run'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(db, name));
  for (const name of names) {
    const plain = db[name].bind(db) as (statement: Statement) => Promise<never>;
    Object.defineProperty(db, name, {
      configurable: true,
      value: (statement: Statement) => {
        if (depth === 0) statements.push(statement.bind(db.engine).text.text);
        depth += 1;
        try {
          return plain(statement);
        } finally {
          depth -= 1;
        }
      },
    });
  }
  try {
    await work();
  } finally {
    names.forEach((name, at) => {
      if (own[at]) Object.defineProperty(db, name, own[at]);
      else Reflect.deleteProperty(db, name);
    });
  }
  return statements;
}
