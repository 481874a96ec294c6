// Lists with everybody in them are searched as short ones, but not at once.
import { expect, it } from 'bun:test';
import type { User } from '@stoa/contract';
import { byNames, firstByName, firstOf, mostSimilar } from './long-lists.ts';
import { findPeople } from './lookups.ts';
import { foldName, matcherOf, similarityTo } from './similar-names.rules.ts';
import type { ToolContext } from './tool.ts';

const people = Array.from({ length: 30_000 }, (_, n) => ({
  user_id: n + 1,
  full_name: `${['Ada', 'Çem', 'Éva'][n % 3]} Müller ${(n * 7919) % 30_000}`,
  email: `p${n}@Example.com`,
  delivery_email: null,
  is_active: true,
}));
const nameOf = ({ full_name }: { full_name: string }) => full_name;

/** How often others could work meanwhile; the result. */
async function turnsOf<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let is_done = false;
  const turn = () => {
    turns += 1;
    if (!is_done) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  is_done = true;
  return { turns, result };
}

it('[MP15] the first by name are those that sorting all of them finds', async () => {
  const isMatching = matcherOf('mull 7 7');
  const matching = people.filter(({ full_name }) => foldName(full_name).includes('mull') && full_name.includes('7'));
  const { turns, result } = await turnsOf(() => firstByName(people, nameOf, (each) => isMatching(nameOf(each)), 50));
  const sorted = matching.toSorted((a, b) => (foldName(nameOf(a)) < foldName(nameOf(b)) ? -1 : 1));
  expect(result).toEqual({ total: matching.length, items: sorted.slice(0, 50) });
  expect(turns).toBeGreaterThan(2);
  const first = await firstOf(people, (each) => isMatching(nameOf(each)), 50);
  expect(first).toEqual({ total: matching.length, items: matching.slice(0, 50) });
});

it('[MP15] similar names and namesakes are found while others work', async () => {
  const { turns, result } = await turnsOf(() => mostSimilar('eva MULLER 12345', people, nameOf));
  expect(turns).toBeGreaterThan(5);
  const similarityOf = similarityTo('eva MULLER 12345');
  const ranked = people.map((item) => ({ item, similarity: similarityOf(nameOf(item)) }));
  ranked.sort((a, b) => b.similarity - a.similarity);
  expect(result).toEqual(ranked.slice(0, 5).map(({ item }) => item));
  const known_as = await byNames([...people, people[0]!], ({ full_name, email }) => [full_name, full_name, email]);
  expect(known_as.get(foldName(nameOf(people[0]!)))).toEqual([people[0]!, people[0]!]);
  expect(known_as.get('p7@example.com')).toEqual([people[7]!]);
});

it('[MP15] twenty people are looked up among everybody as one is, while others work', async () => {
  const members = people as unknown as User[];
  const call = (async () => ({ members })) as unknown as ToolContext['call'];
  const context = { call, inTurn: (work) => work() } as ToolContext;
  const lookUp = (count: number) =>
    turnsOf(() =>
      findPeople(
        context,
        Array.from({ length: count }, (_, n) => `P${n * 3}@example.com`),
      ),
    );
  await lookUp(1);
  const began_at = performance.now();
  const { turns, result } = await lookUp(20);
  const took_ms = performance.now() - began_at;
  expect(result).toEqual(Array.from({ length: 20 }, (_, n) => n * 3 + 1));
  // Many times what the longest piece may take, on machines that others use too.
  expect(took_ms / turns).toBeLessThan(60);
  expect(turns).toBeGreaterThan(3);
});
