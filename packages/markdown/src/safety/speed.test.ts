// Hunts for sources that take longer than they should. Machines differ and are busy, so what is held against a source is
// how its time grows with its length; a flat bound catches only what is hopeless.
import { describe, expect, it } from 'bun:test';
import { findReferences, render } from '../index.ts';
import { CONSTRUCTS, EVERYTHING } from './constructs.ts';
import { seeded } from './seeded.ts';

const LENGTH = 10_000;
/** What a hostile message may take on a quiet machine. */
const GOAL_MS = 50;
const HOPELESS_MS = 2000;
/** Four times the length: linear work takes 4 times as long, quadratic work 16 times. */
const STEEP = 10;

const context = { ...EVERYTHING, alert_words: new Map([[1, ['a', 'aaaa', 'b c', '*']]]) };

function measure(source: string): number {
  const start = performance.now();
  render(source, context);
  findReferences(source);
  return performance.now() - start;
}

function best(source: string, rounds: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) least = Math.min(least, measure(source));
  return least;
}

/** Null when the source is quick enough or grows as it should, else what was measured. */
function slow(unit: string): string | null {
  const source = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
  if (measure(source) <= GOAL_MS) return null;
  const long = best(source, 4);
  if (long <= GOAL_MS) return null;
  const short = best(source.slice(0, LENGTH / 4), 6);
  const isBad = long > HOPELESS_MS || long / short > STEEP;
  return isBad ? `${JSON.stringify(unit)}: ${long.toFixed(0)} ms, ${short.toFixed(1)} ms for a quarter` : null;
}

const UNITS = [
  ...'[]()*_~`\\@#<>$:|&!"\'-+ \n\tax0.,/{}😀漢\u200d'.match(/./gsu)!,
  ...[
    '[](',
    '[a](',
    '[a](b',
    '((',
    'a.com/(',
    'http://a.com/(',
    '(http://a.co) ',
    '**',
    '***',
    '* a',
    '*a ',
    '**a',
    '~~',
    '~a~',
  ],
  ...[
    '``a',
    '`a``',
    '\\`',
    '@**',
    '@**a',
    '@*',
    '@_**a|',
    '#**',
    '#**a>',
    '#**a>b@',
    '<time:',
    '<time:1>',
    '$$',
    '$$a',
    '$$a$$ ',
  ],
  ...[
    '::',
    ':a:',
    ':smile:',
    ':) ',
    '> ',
    '>\n',
    '> a\n',
    '>> a\n\n',
    '* ',
    '* a\n',
    '* a\n  * b\n',
    '  * a\n',
    '1. a\n',
    '1. ',
    '1. 1. ',
  ],
  ...[
    '# a\n',
    '---\n',
    '- - -\n',
    '* * * \n',
    '|a',
    '|a|b\n|-|-\n',
    'a|b\n-|-\n',
    '|\n',
    '\n\n',
    'a\n\n',
    '    a\n',
    '    a\n\n',
    '+ a\n\n',
  ],
  ...[
    '```\n',
    '```a\n',
    '```quote\n',
    '~~~spoiler\n',
    '```math\na\n```\n',
    '```js\nvar a = /x/;\n```\n',
    '```\n\n',
    '![',
    '![](',
    '> ```quote\n',
  ],
  ...[
    '![a](/user_uploads/2/a/b.png)',
    '/user_uploads/',
    'http://a.b ',
    'https://a.b/c.png ',
    'a.com ',
    'a@b.c ',
    'a@',
    'a.',
    '.com',
    'bitcoin:1',
  ],
  ...[
    '&amp;',
    '&#',
    '👩‍',
    '🇩',
    '#️⃣',
    'aaaa/',
    'TICKET-1 ',
    'TICKET-',
    'RAW-x ',
    '[a](http://b.co/x.png) ',
    '* a\n\n  b\n\n',
    '*a**b',
    '**a*b',
  ],
  ...[
    '$$\\frac{a}{b}$$ ',
    '$$\\begin{matrix}&&&\\end{matrix}$$ ',
    '$$\\sqrt{\\sqrt{\\sqrt{a}}}$$ ',
    '$$\\def\\a{aa}\\a\\a$$ ',
    '$$漢$$ ',
  ],
];

describe('hostile sources of 10,000 characters', () => {
  // The first renderings compile; they say nothing about a source.
  for (const [, build] of CONSTRUCTS) render(build('warm up'), context);

  it('[MD93] one thing over and over', () => {
    expect(UNITS.map(slow).filter((found) => found !== null)).toEqual([]);
  }, 120_000);

  it('[MD93] one thing and then another', () => {
    const random = seeded(5);
    const found: string[] = [];
    for (let round = 0; round < 80; round++) {
      const half = (unit: string) => unit.repeat(Math.ceil(LENGTH / 2 / unit.length));
      const pair = half(UNITS[random(UNITS.length)] as string) + half(UNITS[random(UNITS.length)] as string);
      const result = slow(pair);
      if (result) found.push(result.slice(0, 200));
    }
    expect(found).toEqual([]);
  }, 120_000);

  it('[MD93] random mixtures over and over', () => {
    const random = seeded(11);
    const found: string[] = [];
    for (let round = 0; round < 150; round++) {
      let unit = '';
      for (let part = random(5); part >= 0; part--) unit += UNITS[random(UNITS.length)];
      const result = slow(unit);
      if (result) found.push(result);
    }
    expect(found).toEqual([]);
  }, 120_000);

  it('[MD93] one long thing inside every construct', () => {
    const found: string[] = [];
    for (const [name, build] of CONSTRUCTS) {
      for (const unit of ['a', '(', '[', '*', '`', '\\', '{', '<']) {
        const result = slow(build(unit.repeat(LENGTH)));
        if (result) found.push(`${name}: ${result.slice(0, 200)}`);
      }
    }
    expect(found).toEqual([]);
  }, 120_000);
});
