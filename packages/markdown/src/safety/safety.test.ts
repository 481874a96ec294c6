// For any source, the HTML has only the package's own tags and attributes, and no executable address.
import { describe, expect, it } from 'bun:test';
import { render, topicLinks } from '../index.ts';
import { depthOf, problemsOf } from './check-html.ts';
import { CONSTRUCTS, EVERYTHING } from './constructs.ts';
import { seeded } from './seeded.ts';
import { XSS_VECTORS } from './xss-vectors.ts';

/** The sources whose HTML contains something the package must never write. */
function unsafe(sources: readonly string[]): { source: string; problems: string[] }[] {
  return sources
    .map((source) => ({ source, problems: problemsOf(render(source, EVERYTHING).html) }))
    .filter(({ problems }) => problems.length > 0);
}

describe('known vectors', () => {
  it('[MD91] number at least 300', () => {
    expect(XSS_VECTORS.length).toBeGreaterThanOrEqual(300);
  });

  for (const [name, build] of CONSTRUCTS) {
    it(`[MD91] ${name}: no vector produces a foreign tag, attribute or scheme`, () => {
      expect(unsafe(XSS_VECTORS.map(build))).toEqual([]);
    });
  }

  it('[MD92] linkifiers and topics produce safe addresses only', () => {
    expect(unsafe(XSS_VECTORS.map((vector) => `RAW-${vector}`))).toEqual([]);
    for (const vector of XSS_VECTORS) {
      const source = `RAW-${vector}`;
      for (const { url } of topicLinks(source, EVERYTHING))
        expect(url).toMatch(/^(?:https?|ftp|mailto|tel|sms|bitcoin):|^#|^\/(?![/\\])/i);
    }
  });
});

describe('the checker itself', () => {
  const foreign: [string, string][] = [
    ['<script>x</script>', 'tag'],
    ['<p onclick="x">y</p>', 'attribute'],
    ['<a href="javascript:x">y</a>', 'address'],
    ['<a href="//evil.example">y</a>', 'address'],
    ['<p>', 'left open'],
    ['<p><em></p></em>', 'closes'],
    ['<p>a < b</p>', 'begins no tag'],
    ['<td style="background:url(x)"></td>', 'style'],
  ];
  for (const [html, problem] of foreign) {
    it(`[MD91] reports ${html}`, () => {
      expect(problemsOf(html).join()).toContain(problem);
    });
  }
});

const PIECES = [
  ...'*_~`<>[]()!#@$:|&"\'\\/-+ \n'.split(''),
  '**',
  '```',
  '~~~',
  '```quote\n',
  '```spoiler ',
  '```math\n',
  '\n\n',
  '\n    ',
  '\n* ',
  '\n1. ',
  '\n> ',
  '](',
  '[x](',
  '![',
  '@**',
  '#**',
  '<time:',
  '$$',
  'http://',
  '/user_uploads/2/ab/x.png',
  'https://a.example/x.png',
  ':smile:',
  'a.com',
  '|-|-|\n',
  'word',
  '\u0002',
  '\u00020\u0003',
  '\ud83d',
  '😀',
  '&lt;',
];

describe('random sources', () => {
  it('[MD91] 2500 mixtures of markup and vectors produce well-formed HTML without foreign markup', () => {
    const random = seeded(20_240_117);
    const sources: string[] = [];
    for (let round = 0; round < 2500; round++) {
      let source = '';
      const parts = 1 + random(30);
      for (let part = 0; part < parts; part++) {
        source += random(6) === 0 ? XSS_VECTORS[random(XSS_VECTORS.length)] : PIECES[random(PIECES.length)];
      }
      sources.push(source);
    }
    expect(unsafe(sources)).toEqual([]);
  });

  it('[MD90] nothing nests deeper than browsers and clients support', () => {
    for (const unit of ['>', '> ', '* ', '1. ', '```quote\n', '~~~spoiler a\n', '> * ', '[', '**', '*a ', '{', '$$']) {
      expect(depthOf(render(unit.repeat(2000), EVERYTHING).html)).toBeLessThan(100);
    }
    let nested = 'deep';
    for (let level = 0; level < 300; level++)
      nested = `${'`'.repeat(303 - level)}quote\n${nested}\n${'`'.repeat(303 - level)}`;
    expect(depthOf(render(nested).html)).toBeLessThan(100);
    expect(render(nested).html).toContain('deep');
  });
});
