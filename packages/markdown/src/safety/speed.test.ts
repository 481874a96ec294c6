// Searches for sources that render too slowly. Machines differ and are busy, so a source fails by how its time grows
// with its length; a flat bound only catches extreme cases.
import { describe, expect, it } from 'bun:test';
import { findReferences, render } from '../index.ts';
import { CONSTRUCTS, EVERYTHING } from './constructs.ts';
import { seeded } from './seeded.ts';

const LENGTH = 10_000;
/** The limit for a hostile message on a quiet machine. */
const GOAL_MS = 50;
const HOPELESS_MS = 2000;
/** Four times the length: linear work takes 4 times as long, quadratic work 16 times. */
const STEEP = 10;

const context = { ...EVERYTHING, alert_words: new Map([[1, ['a', 'aaaa', 'b c', '*']]]) };

/** In milliseconds of processor time, which others do not lengthen, or of a clock, which counts no other thread of this process. */
function measure(source: string): number {
  const start = performance.now();
  const used_before = process.cpuUsage();
  render(source, context);
  findReferences(source);
  const { user, system } = process.cpuUsage(used_before);
  return Math.min(performance.now() - start, (user + system) / 1000);
}

/** Alternating measurements before a source counts as slow: load slows both lengths alike. */
const ROUNDS = 12;

/** Null if the source is fast enough or scales linearly, else the measurement. */
function slow(unit: string): string | null {
  const source = unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
  const quarter = source.slice(0, LENGTH / 4);
  let long = measure(source);
  if (long <= GOAL_MS) return null;
  let short = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    short = Math.min(short, measure(quarter));
    long = Math.min(long, measure(source));
    if (long <= GOAL_MS) return null;
  }
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

/** Only the first few slow ones, so that a broken build fails soon. */
function slowOnes(units: Iterable<string>): string[] {
  const found: string[] = [];
  for (const unit of units) {
    const result = slow(unit);
    if (result) found.push(result.length > 200 ? `${result.slice(0, 120)} ... ${result.slice(-60)}` : result);
    if (found.length === 3) break;
  }
  return found;
}

function* pairs(count: number, random: (below: number) => number): Generator<string> {
  const half = () => {
    const unit = UNITS[random(UNITS.length)] as string;
    return unit.repeat(Math.ceil(LENGTH / 2 / unit.length));
  };
  for (let round = 0; round < count; round++) yield half() + half();
}

function* mixtures(count: number, random: (below: number) => number): Generator<string> {
  for (let round = 0; round < count; round++) {
    let unit = '';
    for (let part = random(5); part >= 0; part--) unit += UNITS[random(UNITS.length)];
    yield unit;
  }
}

function* insideConstructs(): Generator<string> {
  for (const [, build] of CONSTRUCTS) {
    for (const unit of ['a', '(', '[', '*', '`', '\\', '{', '<']) yield build(unit.repeat(LENGTH));
  }
}

describe('hostile sources of 10,000 characters', () => {
  // The first renderings include compilation and say nothing about a source.
  for (const [, build] of CONSTRUCTS) render(build('warm up'), context);

  const hunts: [string, () => Iterable<string>][] = [
    ['one thing over and over', () => UNITS],
    ['one thing and then another', () => pairs(80, seeded(5))],
    ['random mixtures over and over', () => mixtures(150, seeded(11))],
    ['one long thing inside every construct', insideConstructs],
  ];
  for (const [name, sources] of hunts) {
    it(`[MD93] ${name}`, () => expect(slowOnes(sources())).toEqual([]), 120_000);
  }
});
