// Short texts without an object for each.
import { expect, it } from 'bun:test';
import { PackedTexts } from './packed-texts.ts';

it('[IM44] packed texts return what was put in, of any length and characters', () => {
  const packed = new PackedTexts();
  const texts = Array.from({ length: 3000 }, (_, n) => ['', `Name ${n}`, 'Zoë 😀 名前', 'x'.repeat(n)][n % 4]!);
  expect(texts.map((text) => packed.push(text))).toEqual(texts.map((_, at) => at));
  const last = '名'.repeat(200_000);
  expect(packed.push(last)).toBe(texts.length);
  expect(texts.map((_, at) => packed.at(at))).toEqual(texts);
  expect(packed.at(texts.length) === last).toBe(true);
  expect(packed.length).toBe(texts.length + 1);
  for (const [at, text] of texts.entries())
    expect([packed.is(at, text), packed.is(at, `${text}x`), packed.is(at, `x${text}`)]).toEqual([true, false, false]);
  expect([packed.is(2, 'Zoë 😀 名字'), packed.is(2, 'Zoë'), packed.is(1, 'Name 2')]).toEqual([false, false, false]);
});
