// [SE12] Finds the next messages with a word, in order and without duplicates, however they are distributed.

import { beforeAll, expect, it, setDefaultTimeout } from 'bun:test';
import type { MessageId } from '@stoa/contract';
import { SeededRandom, serveTests } from '@stoa/testkit';
import { sql } from '../../kit/database/sql.ts';
import { parseSearch } from './query.rules.ts';
import { findWords } from './search.queries.ts';

setDefaultTimeout(60_000);

const CHANNELS = ['east', 'west'];
const MESSAGES = 60;
/** Which messages have a word: all, some, very few, only old ones, only new ones. */
const STREWN: Record<string, (n: number) => boolean> = {
  common: () => true,
  frequent: (n) => n % 3 !== 0,
  seldom: (n) => n % 9 === 2,
  single: (n) => n === 31,
  bygone: (n) => n < 14,
  recent: (n) => n > 51,
  never: () => false,
};
/** So small that the words take every path of the PostgreSQL search. */
const SIZES = { rare: 3, near: 4, frequent: 3, far: 9, lists: [6, 12] } as const;

const { server, cast } = await serveTests();
const written: { id: MessageId; recipient_id: number; words: string[] }[] = [];

beforeAll(async () => {
  const { dara } = cast;
  for (const name of CHANNELS) await dara.subscribe({ subscriptions: [{ name }] });
  for (let n = 0; n < MESSAGES; n++) {
    const words = Object.keys(STREWN).filter((word) => STREWN[word]!(n));
    const to = CHANNELS[n % 5 === 0 ? 0 : 1]!;
    const { id } = await dara.sendMessage({ type: 'channel', to, topic: 'x', content: words.join(' ') });
    const { message } = await dara.getMessage({ message_id: id });
    written.push({ id, recipient_id: message.recipient_id, words });
  }
});

it('[SE12] finds the next messages with a word, whether many or few, near or far', expectAllFound);

it.skipIf(!process.env.STOA_TEST_DATABASE)('[SE12] with statistics of the words, too', async () => {
  const { db } = server.app.store;
  const estimateOf = (word: string) => db.get(sql`select estimate_words(${word}::tsquery) as estimate`);
  expect(await estimateOf('single')).toEqual({ estimate: null });
  await server.app.store.transaction((tx) => tx.run(sql`analyze message_search`));
  expect(await estimateOf('single')).toEqual({ estimate: 1 });
  expect(await estimateOf('single & common')).toEqual({ estimate: 1 });
  expect(await estimateOf('common')).toEqual({ estimate: MESSAGES });
  await expectAllFound();
});

async function expectAllFound(): Promise<void> {
  const { db } = server.app.store;
  const { realm_id } = await db
    .get<{ realm_id: number }>(sql`select realm_id from users where user_id = ${cast.dara.user_id}`)
    .then((row) => row!);
  const random = new SeededRandom(12);
  const places = [...new Set(written.map(({ recipient_id }) => recipient_id))];
  expect(places).toHaveLength(CHANNELS.length);
  for (const word of Object.keys(STREWN))
    for (const within of [places, ...places.map((place) => [place])])
      for (const order of ['ascending', 'descending'] as const)
        for (const limit of [1, 5, 20]) {
          const [above, below] = [
            random.pick([0, random.pick(written).id]),
            random.pick([2 ** 40, random.pick(written).id]),
          ];
          const find = findWords(db, { query: parseSearch(word), realm_id }, within, SIZES);
          const found: MessageId[] = [];
          const next = { above, below, order, limit };
          for (;;) {
            const ids = await find({ ...next }, 1);
            found.push(...ids);
            if (ids.length < limit) break;
            next[order === 'ascending' ? 'above' : 'below'] = ids.at(-1)!;
          }
          const expected = written.filter(({ id, words }) => id > above && id < below && words.includes(word));
          const there = expected.filter(({ recipient_id }) => within.includes(recipient_id)).map(({ id }) => id);
          if (order === 'descending') there.reverse();
          const label = [word, within.length, order, limit, above, below];
          const others = new Set(expected.map(({ id }) => id));
          const expected_ids = found.filter((id) => there.includes(id));
          expect([...label, expected_ids]).toEqual([...label, there]);
          // More ids may be found, but none without the word.
          expect(found.filter((id) => !others.has(id))).toEqual([]);
        }
}
