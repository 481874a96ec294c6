// Highlighting never changes the text, never guesses the language, and takes linear time.
import { describe, expect, it } from 'bun:test';
import { render } from '../index.ts';
import { seeded } from '../safety/seeded.ts';
import { GRAMMARS } from './grammars.ts';
import { highlight, languageName } from './highlight.ts';
import { COLOURED_NAMES, LANGUAGES } from './languages.ts';
import { LIBRARY_NAMES } from './library.ts';
import samples from './samples.json' with { type: 'json' };

/** The limit for a hostile message on a quiet machine. [MD93] */
const GOAL_MS = 50;

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** HTML with tags and quotes as short as they can be read. */
const shortOf = (html: string): string =>
  html
    .replace(/<span class="(\w+)">|<\/span>/g, (_, name = '') => `<${name}>`)
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");

/** The visible characters, each with its class. */
function classesOf(html: string): [string, string][] {
  const out: [string, string][] = [];
  let name = '';
  for (const [token, opened] of html.matchAll(/<span class="([^"]*)">|<\/span>|&[\w#]+;|[^<&]/g)) {
    if (opened !== undefined) name = opened;
    else if (token === '</span>') name = '';
    else if (token.trim()) out.push([token === '&quot;' ? '"' : token === '&#39;' ? "'" : token, name]);
  }
  return out;
}

const MIXED = [
  'html',
  'diff',
  'tex',
  'md',
  'python',
  'js',
  'ts',
  'php',
  'c++',
  'rust',
  'go',
  'sql',
  'bash',
  'css',
  'json',
  'yaml',
  'ruby',
  'clojure',
  'haskell',
  'java',
];

describe('highlighting', () => {
  it('[MD32] skips code without a known language', () => {
    expect(highlight('x', 'no-such-language')).toBeNull();
    expect(highlight('x', 'text')).toBeNull();
  });

  it('[MD34] names are canonical', () => {
    const names: [string, string | null][] = [
      ['py', 'Python'],
      ['PY2', 'Python 2.x'],
      ['js', 'JavaScript'],
      ['c++', 'C++'],
      ['console', 'Bash Session'],
      ['proto', 'Protocol Buffer'],
      ['splus', 'S'],
      ['nope', null],
    ];
    for (const [written, name] of names) expect(languageName(written)).toBe(name);
  });

  it('[MD33] a first line may name the language, and is kept', () => {
    for (const first of ['#!/usr/bin/env python', '#!python', ':::python']) {
      const { html } = render(`\`\`\`\n${first}\nx = None\n\`\`\``);
      expect(html).toContain('<span class="kc">None</span>');
      expect(textOf(html)).toBe(`${first}\nx = None\n`);
      expect(html).not.toContain('data-code-language');
    }
    expect(render('```\nx = None\n```').html).not.toContain('<span class');
  });

  it('[MD32] strings, comments, numbers and words have classes', () => {
    const html = highlight('def f(x):  # why\n    return "a\\n" + 0x1f\n', 'python') as string;
    for (const part of [
      '<span class="nf">f</span>',
      '<span class="c1"># why</span>',
      '<span class="se">\\n</span>',
      '<span class="mh">0x1f</span>',
    ])
      expect(html).toContain(part);
  });

  it('[MD32] no span crosses a line end', () => {
    const html = highlight("'''a\nb'''\n/* c\nd */", 'python') as string;
    for (const line of html.split('\n'))
      expect((line.match(/<span/g) ?? []).length).toBe((line.match(/<\/span>/g) ?? []).length);
  });

  it('[MD32] the text of the HTML is the code, whatever the code is', () => {
    const pieces = [
      ...'"\'`/*<>&;:#$@(){}[]\\ \n\t=+-.,!?%^~|_a0'.split(''),
      '"""',
      "'''",
      '/*',
      '*/',
      '//',
      '--',
      '<!--',
      '-->',
      '</a',
      '😀',
      'é',
      'def ',
      '0x',
      '1.5e-3',
      "f'",
      '\ud83d',
    ];
    const random = seeded(99);
    for (const language of MIXED) {
      for (let round = 0; round < 60; round++) {
        let code = '';
        for (let part = random(40); part >= 0; part--) code += pieces[random(pieces.length)];
        const html = highlight(code, language);
        expect(html).not.toBeNull();
        expect({ language, text: textOf(html as string) }).toEqual({ language, text: code });
      }
    }
  });

  it('[MD32] at least 150 languages have highlighting, each with an existing grammar', () => {
    const names = new Set(LANGUAGES.map(({ name }) => name));
    expect(COLOURED_NAMES.filter((name) => !names.has(name))).toEqual([]);
    const coloured = LANGUAGES.filter(({ grammar }) => grammar !== undefined);
    expect(coloured.length).toBeGreaterThan(150);
    const plain = coloured.filter(({ aliases }) => highlight('if x = "a" then 1\n', aliases[0] as string) === null);
    expect(plain.map(({ name }) => name)).toEqual([]);
    const used = new Set(coloured.map(({ grammar }) => grammar));
    expect(LIBRARY_NAMES.filter((name) => !used.has(name) || GRAMMARS.has(name))).toEqual([]);
  });

  it('[MD32] classes equal those of Pygments on samples of the most used languages', () => {
    for (const { language, code, html, same } of samples) {
      const ours = classesOf(highlight(code, language) ?? '');
      const theirs = classesOf(html);
      const alike = theirs.filter(([character, name], at) => ours[at]?.[0] === character && ours[at]?.[1] === name);
      expect({ language, same: alike.length / theirs.length >= same }).toEqual({ language, same: true });
    }
  });

  it('[MD866] values in Python’s formats are code, and raw strings have no escapes', () => {
    const spans = (code: string) => shortOf(highlight(code, 'python') as string);
    expect(spans('f"a{b!r:>{c}}{{d}}"')).toBe(
      '<sa>f<><s2>"a<><si>{<><n>b<><si>!r:<><s2>&gt;<><si>{<><n>c<><si>}}<><se>{{<><s2>d<><se>}}<><s2>"<>',
    );
    expect(spans('f"{d[\'k\'] = }"')).toBe('<sa>f<><s2>"<><si>{<><n>d<><p>[<><s1>\'k\'<><p>]<><w> <><si>= }<><s2>"<>');
    expect(spans("r'\\n' b'\\n' '\\d'")).toBe("<sa>r<><s1>'\\n'<> <sa>b<><s1>'<><se>\\n<><s1>'<> <s1>'\\d'<>");
  });

  it('[MD866] brackets of commands and here-documents of a shell end where they close', () => {
    const spans = (code: string) => shortOf(highlight(code, 'bash') as string);
    expect(spans('a=$(b (c) $((1+2)))')).toBe(
      '<nv>a<><o>=<><k>$(<>b<w> <><o>(<>c<k>)<><w> <><k>$((<><m>1<><o>+<><m>2<><k>))<><o>)<>',
    );
    expect(spans('cat <<E\n$x\nE\necho')).toBe('cat<w> <><s>&lt;&lt;E<>\n<s>$x<>\n<s>E<>\n<nb>echo<>');
  });

  it('[MD870] scalars of YAML end where their indentation does', () => {
    const spans = (code: string) =>
      shortOf(highlight(code, 'yaml') as string).replaceAll('l l-Scalar l-Scalar-Plain', 'l');
    expect(spans('- a: |\n    b: c\n  d: e')).toBe(
      '<span class="p p-Indicator">-<><w> <><nt>a<><p>:<><w> <><span class="p p-Indicator">|<>\n<w>    <><no>b: c<>\n<w>  <><nt>d<><p>:<><w> <><span class="l">e<>',
    );
    expect(spans('a: b\n  c # d\ne: {f: g}')).toBe(
      '<nt>a<><p>:<><w> <><span class="l">b<>\n<w>  <><span class="l">c<><w> <><c1># d<>\n<nt>e<><p>:<><w> <><span class="p p-Indicator">{<><nt>f<><p>:<><w> <><nv>g<><span class="p p-Indicator">}<>',
    );
  });

  it('[MD870] code in strings ends at its own bracket, whatever strings and brackets it has', () => {
    expect(shortOf(highlight('"a \\(f("b") { $0 }) c"', 'swift') as string)).toBe(
      '<s>"a <><si>\\(<><n>f<><si>(<><s>"b"<><si>)<><w> <><p>{<><w> <><nv>$0<><w> <><p>}<><si>)<><s> c"<>',
    );
    expect(shortOf(highlight('echo "$(a "b" $c) e"', 'bash') as string)).toBe(
      '<nb>echo<><w> <><s2>"<><k>$(<>a<w> <><s2>"b"<><w> <><nv>$c<><k>)<><s2> e"<>',
    );
  });

  it('[MD870] recipes and values of makefiles are commands', () => {
    expect(shortOf(highlight('A := echo $(B)\nall: $(A) b\n\tcd "$C" && ls', 'make') as string)).toBe(
      '<nv>A<><w> <><o>:=<><w> <><nb>echo<><w> <><k>$(<>B<k>)<>\n<nf>all<><o>:<><w> <><k>$(<><nv>A<><k>)<> <n>b<>\n<w>\t<><nb>cd<><w> <><s2>"<><nv>$C<><s2>"<><w> <><o>&amp;&amp;<><w> <>ls',
    );
    expect(highlight('ifdef A\n# b\nendif', 'make')).toBe(
      '<span class="cp">ifdef A</span>\n<span class="c"># b</span>\n<span class="cp">endif</span>',
    );
  });

  it('[MD870] comments stand in comments where the language lets them', () => {
    for (const [language, code] of [
      ['rust', '/* a /* b */ c */'],
      ['swift', '/* a /* b */ c */'],
      ['c', '/* a /* b */'],
    ])
      expect(highlight(code as string, language as string)).toBe(`<span class="cm">${code}</span>`);
  });

  it('[MD93] every grammar handles an unterminated start of every construct', () => {
    const first_alias = new Map(LANGUAGES.map(({ grammar, aliases }) => [grammar, aliases[0] as string]));
    first_alias.delete(undefined);
    for (const name of first_alias.values()) {
      for (const unit of ['"', "'", '`', '/*', '//', '#', '<', '$(', '{', '\\', 'a', '0', '@', '"a', "'''"]) {
        const html = highlight(unit.repeat(300), name);
        if (html !== null) expect(textOf(html)).toBe(unit.repeat(300));
      }
    }
  });

  it('[MD93] a long line takes little time in every grammar', () => {
    const slow: unknown[] = [];
    const one_of_each = new Map(LANGUAGES.map(({ grammar, name }) => [grammar, name]));
    one_of_each.delete(undefined);
    for (const name of one_of_each.values())
      for (const unit of ['(', '<a ', '\\', 'a=', '-', 'a: ', '<<a ', 'f"{']) {
        const code = unit.repeat(10_000 / unit.length);
        let least = Number.POSITIVE_INFINITY;
        // The flat bound is twice the goal; the least of five counts, because machines are busy.
        for (let round = 0; round < 5 && least > GOAL_MS; round++) {
          const { user, system } = process.cpuUsage();
          highlight(code, name);
          const used = process.cpuUsage({ user, system });
          least = Math.min(least, (used.user + used.system) / 1000);
        }
        if (least > 2 * GOAL_MS) slow.push([name, unit, least]);
      }
    expect(slow).toEqual([]);
  });
});
