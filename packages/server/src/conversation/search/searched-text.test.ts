// Finding a stem without splitting the text gives the same matches as splitting it.
import { expect, it } from 'bun:test';
import { beginningOf, SearchedText } from './searched-text.rules.ts';
import { stemOf } from './words.rules.ts';

const SUFFIXES =
  `sses ies ss s eed ed ing at bl iz y ational tional enci anci izer abli alli entli eli ousli ization ation ator alism
  iveness fulness ousness aliti iviti biliti bility ability ivity ality icate ative alize iciti icity ical ful ness al ance ence er ic
  able ible ant ement ment ent ion sion tion ou ism ate iti ity ous ive ize e ll logi logy`.split(/\s+/);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function randomWords(count: number): string[] {
  let state = 20_260_401;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () => {
    const root = Array.from({ length: 1 + random(6) }, () => LETTERS[random(random(3) === 0 ? 5 : 26)]).join('');
    return root + Array.from({ length: random(3) }, () => SUFFIXES[random(SUFFIXES.length)]).join('');
  });
}

it('[SE9] every inflection has its stem’s prefix, as far as the search relies on it', () => {
  const strange = randomWords(200_000).filter((word) => !word.startsWith(beginningOf(stemOf(word))));
  expect(strange).toEqual([]);
});

it('[SE9] finds the same in a text split into words', () => {
  const words = randomWords(3000);
  for (let at = 0; at < words.length; at += 30) {
    const text = words.slice(at, at + 30).join(at % 60 === 0 ? ' ' : "_x9, I'M ");
    // One non-ASCII letter makes the search split the whole text.
    const apart = new SearchedText(`${text} \u0436`);
    const fast = new SearchedText(text);
    for (const word of words.slice(at, at + 5)) {
      const term = { kind: 'stem', stem: stemOf(word) } as const;
      expect(fast.find(term)).toEqual(apart.find(term));
      expect(fast.find(term).length).toBeGreaterThan(0);
    }
  }
});
