// Long texts are parsed as short ones, but not at once.
import { expect, it } from 'bun:test';
import { parseInParts } from './json-in-parts.ts';

const LONG = 300_000;
const user = (n: number) => ({ id: n, name: `"},{" \\ ${n}`, tags: [{ a: n }, { a: -n }], none: null });
const many = (count: number) => Array.from({ length: count }, (_, n) => user(n));

it('[MP15] texts of any form and length are parsed as JSON.parse does', async () => {
  const filler = 'x'.repeat(LONG);
  const values: unknown[] = [
    { members: many(10) },
    { result: 'success', members: many(9000), last: 1, after: [{ a: 1 }] },
    { 7: 'sorted', members: many(9000) },
    { inner: { members: many(9000) }, members: [{ b: 1 }] },
    { msg: 'no "members":[{ of its own', members: many(9000) },
    { msg: `"members":[{"a":1},{"a":2}]${filler}` },
    { members: [{ deep: many(9000) }, { deep: many(9000) }], filler },
    { members: many(9000).map((each) => ({ ...each, tags: many(3) })) },
    { members: [{ text: filler }, { text: filler }, { text: filler }] },
    { members: [{}], filler },
    { members: [], others: many(9000) },
    many(9000),
    filler,
  ];
  for (const value of values) {
    const text = JSON.stringify(value);
    expect(JSON.stringify(await parseInParts(text))).toBe(JSON.stringify(JSON.parse(text)));
  }
  const whole = JSON.stringify({ result: 'success', members: many(9000) });
  for (const broken of [whole.slice(0, -1), whole.slice(0, -2), `${whole}]`, whole.replace('},{"id', '},,{"id')])
    expect(await parseInParts(broken).catch((error: Error) => error.name)).toBe('SyntaxError');
});

it('[MP15] a long text lets others work meanwhile', async () => {
  const text = JSON.stringify({ members: many(100_000) });
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  await parseInParts(text);
  clearInterval(others);
  expect(turns).toBeGreaterThan(3);
});
