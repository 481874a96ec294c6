// Caches of a store's committed state.
import { expect, it } from 'bun:test';
import { type CacheDefinition, StoreCaches } from './store-caches.ts';

const TEXTS: CacheDefinition<string> = { name: 'texts', bound: 100, sizeOf: (text) => text.length };
const OTHERS: CacheDefinition<string> = { name: 'others', bound: 100, sizeOf: (text) => text.length };
const textsOf = (caches: StoreCaches, definition = TEXTS) => caches.of<number, string>(definition);

it('[DB31] a value is returned for its revision only', () => {
  const texts = textsOf(new StoreCaches());
  texts.set(1, 7, 'seven');
  expect(texts.get(1, 7)).toBe('seven');
  expect(texts.get(1, 8)).toBeUndefined();
  texts.set(1, 8, 'eight');
  expect(texts.get(1, 8)).toBe('eight');
  expect(texts.get(1, 7)).toBeUndefined();
});

it('[DB31] each store has one cache of a definition', () => {
  const [first, second] = [new StoreCaches(), new StoreCaches()];
  textsOf(first).set(1, 1, 'one');
  expect(textsOf(first).get(1, 1)).toBe('one');
  expect(textsOf(second).get(1, 1)).toBeUndefined();
  expect(textsOf(first, OTHERS).get(1, 1)).toBeUndefined();
});

it('[DB31] a cache holds at most twice its bound and one value', () => {
  const texts = textsOf(new StoreCaches());
  for (let key = 0; key < 1000; key++) texts.set(key, 1, 'x'.repeat(10));
  const held = Array.from({ length: 1000 }, (_, key) => texts.get(key, 1)).filter((text) => text !== undefined);
  expect(held.length).toBeGreaterThan(5);
  expect(held.length).toBeLessThanOrEqual(21);
});

it('[DB31] concurrent misses share one computation; if it fails, each computes the value itself', async () => {
  const caches = new StoreCaches();
  let made = 0;
  const make = async () => {
    const n = ++made;
    await Bun.sleep(1);
    if (n === 3) throw new Error('the client has gone');
    return n;
  };
  const ask = () => caches.computeOnce('texts', make);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(2);
  const [failed, ...others] = await Promise.allSettled([ask(), ask(), ask()]);
  expect(failed!.status).toBe('rejected');
  expect(others).toEqual([
    { status: 'fulfilled', value: 4 },
    { status: 'fulfilled', value: 5 },
  ]);
});
