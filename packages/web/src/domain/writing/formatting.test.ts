// The effect of formatting on a text; `[` and `]` mark the selection.
import { describe, expect, it } from 'bun:test';
import { continueList, FORMATS, type Format, replacement, type Selection } from './formatting.ts';

function read(marked: string): Selection {
  const from = marked.indexOf('«');
  const text = marked.replace('«', '');
  const to = text.indexOf('»');
  return { text: text.replace('»', ''), from, to };
}
const shown = ({ text, from, to }: Selection) => `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`;
const after = (format: Format, marked: string) => shown(format(read(marked)));

describe('[WB74] formatting', () => {
  it('adds formatting around the selection, and removes it again', () => {
    expect(after(FORMATS.bold, 'a «b» c')).toBe('a **«b»** c');
    expect(after(FORMATS.bold, 'a **«b»** c')).toBe('a «b» c');
    expect(after(FORMATS.bold, 'a «**b**» c')).toBe('a «b» c');
    expect(after(FORMATS.italic, 'a **«b»** c')).toBe('a ***«b»*** c');
    expect(after(FORMATS.code, '«»')).toBe('`«»`');
    expect(after(FORMATS.strike, '«»')).toBe('~~«»~~');
    expect(after(FORMATS.math, 'x «y»')).toBe('x $$«y»$$');
  });

  it('turns words and addresses into links', () => {
    expect(after(FORMATS.link, 'see «the plan»')).toBe('see [the plan](«https://»)');
    expect(after(FORMATS.link, 'see «https://a.example/b»')).toBe('see [«»](https://a.example/b)');
    expect(after(FORMATS.link, '«»')).toBe('[«»](https://)');
  });

  it('turns whole lines into lists and quotations, and back', () => {
    expect(after(FORMATS.bullets, 'x\na«b\nc»d')).toBe('x\n«- ab\n- cd»');
    expect(after(FORMATS.bullets, '- a«b\n- c»d')).toBe('«ab\ncd»');
    expect(after(FORMATS.numbers, '«a\nb\nc»')).toBe('«1. a\n2. b\n3. c»');
    expect(after(FORMATS.quote, 'a«»')).toBe('> a«»');
    expect(after(FORMATS.quote, '> a«»')).toBe('a«»');
  });

  it("creates blocks that their content can't close", () => {
    expect(after(FORMATS.code, 'x «a\nb» y')).toBe('x \n```\n«a\nb»\n```\n y');
    expect(after(FORMATS.code, '«```\na\n```»')).toBe('````\n«```\na\n```»\n````');
    expect(after(FORMATS.spoiler, '«»')).toBe('```spoiler \n«»\n```');
    expect(after(FORMATS.quote, '«a\nb»')).toBe('```quote\n«a\nb»\n```');
  });

  it('continues a list, and ends it after an empty item', () => {
    const next = (marked: string) => {
      const result = continueList(read(marked));
      return result && shown(result);
    };
    expect(next('- a«»')).toBe('- a\n- «»');
    expect(next('  9. a«»')).toBe('  9. a\n  10. «»');
    expect(next('- a\n- «»')).toBe('- a\n«»');
    expect(next('a«»')).toBeNull();
    expect(next('- «a»')).toBeNull();
  });

  it('changes as little of the field as possible', () => {
    for (const [before, expected] of [
      ['abc', 'a**b**c'],
      ['aaaa', 'aaa'],
      ['', 'x'],
      ['x', ''],
      ['same', 'same'],
    ] as const) {
      const { from, to, made } = replacement(before, expected);
      expect(before.slice(0, from) + made + before.slice(to)).toBe(expected);
    }
  });
});
