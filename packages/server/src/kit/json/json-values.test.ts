// Counting the values of JSON texts before they are parsed.
import { expect, it } from 'bun:test';
import { hasMoreValues, hasWideObject, isDeeper } from './json-values.ts';

it('[HT46] counts values and keys outside of strings, whatever they contain', () => {
  for (const [text, count] of [
    ['[1,2,3]', 2],
    ['{"a":1,"b":[2,3]}', 4],
    ['["a,b:c","\\",:","\\\\",1]', 3],
    [`["${'\\'.repeat(6)}",${'"'}`, 1],
    ['[",,,,,,,', 0],
    ['', 0],
  ] as const) {
    const long = text.padEnd(20);
    expect([text, hasMoreValues(long, count), count > 0 && !hasMoreValues(long, count - 1)]).toEqual([
      text,
      false,
      false,
    ]);
  }
});

it('[HT46] finds an object with many keys at any depth', () => {
  const wide = Object.fromEntries(Array.from({ length: 11 }, (_, key) => [`k${key}`, key]));
  const deep = JSON.parse(`${'['.repeat(100_000)}${JSON.stringify(wide)}${']'.repeat(100_000)}`);
  expect([hasWideObject(deep, 10), hasWideObject(deep, 11), hasWideObject(Array(50).fill(1), 10)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('[SI20] levels of nesting are counted without parsing', () => {
  const cases: [text: string, depth: number][] = [
    ['', 0],
    ['"[[["', 0],
    ['"\\"[[["', 0],
    ['[]', 1],
    ['[[],[],{}]', 2],
    ['{"[":["{",{"a":[1]}],"b":[]}', 4],
    ['[[[', 3],
    [`{"a":${'['.repeat(500)}`, 501],
  ];
  for (const [text, depth] of cases)
    expect([text, isDeeper(text, depth), depth > 0 && !isDeeper(text, depth - 1)]).toEqual([text, false, false]);
});
