import { expect, it } from 'bun:test';
import type { MessageId, RecipientId } from '@stoa/contract';
import { SeededRandom, serveTests } from '@stoa/testkit';
import type { Connection } from '../../kit/database/connection.ts';
import { sql } from '../../kit/database/sql.ts';
import { wholeRange } from '../access/readable-ranges.queries.ts';
import { findIds, type Search } from './find.queries.ts';

const { server, cast } = await serveTests();

const SEED = Number(process.env.STOA_SEED ?? 1);
const CHANNELS = 12;
const MESSAGES = 500;

/** Counts the rows that are read through a connection. */
function counting(db: Connection): { db: Connection; rows(): number } {
  let rows = 0;
  const all = async (statement: never) => {
    const found = await db.all(statement);
    rows += found.length;
    return found;
  };
  return { db: new Proxy(db, { get: (_, key) => (key === 'all' ? all : db[key as never]) }), rows: () => rows };
}

it(`[MS79] merging conversations finds the nearest messages of all, and reads few others, seed ${SEED}`, async () => {
  const { ada } = cast;
  const random = new SeededRandom(SEED);
  const names = Array.from({ length: CHANNELS }, (_, n) => `range ${n}`);
  await ada.subscribe({ subscriptions: names.map((name) => ({ name })) });
  // Most are in one channel for some time, then in all of them.
  for (let n = 0; n < MESSAGES; n++) {
    const hot = n > 150 && n < 350 && random.chance(0.9);
    const to = hot ? names[3]! : random.pick(names);
    await ada.sendMessage({ type: 'channel', to, topic: random.pick(['a', 'b']), content: `${n}` });
  }
  const { db } = server.app.store;
  const messages = await db.all<{ id: MessageId; recipient_id: RecipientId; topic_key: string }>(
    sql`select id, recipient_id, topic_key from messages where topic_key in ('a', 'b') order by id`,
  );
  const recipients = [...new Set(messages.map(({ recipient_id }) => recipient_id))];
  const middle = messages[250]!.id;
  for (const topic_key of [undefined, 'a'])
    for (const limit of [1, 3, 10, 40, 100, 400])
      for (const near of [{}, { above: middle }, { below: middle }])
        for (const order of ['ascending', 'descending'] as const) {
          const search: Search = { ...near, order, limit };
          // Two ranges of one channel, and one that is there twice.
          const halves = [
            { ...wholeRange(recipients[3]!), until_id: middle },
            { ...wholeRange(recipients[3]!), after_id: middle },
          ];
          const ranges = [
            ...recipients.filter((_, n) => n !== 3).map(wholeRange),
            ...halves,
            wholeRange(recipients[0]!),
          ];
          const limited = ranges.map((range) => (topic_key === undefined ? range : { ...range, topic_key }));
          const counted = counting(db);
          const found = await findIds(counted.db, { ranges: limited, filters: [] }, search);
          const expected = messages
            .filter((message) => topic_key === undefined || message.topic_key === topic_key)
            .filter(({ id }) => id > (search.above ?? 0) && id < (search.below ?? Number.MAX_SAFE_INTEGER))
            .map(({ id }) => id);
          if (order === 'descending') expected.reverse();
          expect(found.map(({ id }) => id)).toEqual(expected.slice(0, limit));
          const at_first = Math.max(8 * ranges.length, 2 * limit + ranges.length);
          expect(counted.rows()).toBeLessThanOrEqual(at_first + 4 * limit);
        }
});
