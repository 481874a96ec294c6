// Blocks: lists, quotes, fences, headings, rules, tables.
import { describe, expect, it } from 'bun:test';
import { render } from './index.ts';
import { seeded } from './safety/seeded.ts';

const html = (...lines: string[]) => render(lines.join('\n')).html;
const flat = (...lines: string[]) => html(...lines).replaceAll('\n', '');

describe('lists', () => {
  it('[MD21] a list directly under text is a list', () => {
    expect(flat('Plan:', '* a', '* b')).toBe('<p>Plan:</p><ul><li>a</li><li>b</li></ul>');
    expect(flat('Plan:', '1. a', '2. b')).toBe('<p>Plan:</p><ol><li>a</li><li>b</li></ol>');
  });

  it('[MD21] bullets directly under numbers begin a second list', () => {
    expect(flat('* a', '1. b')).toBe('<ul><li>a</li></ul><ol><li>b</li></ol>');
  });

  it('[MD21] code gets no blank lines', () => {
    expect(html('```', 'a', '* b', '```')).toContain('<code>a\n* b\n</code>');
  });

  it('[MD806] lines of tabs are blank', () => {
    expect(flat('a', '\t', 'b')).toBe('<p>a</p><p>b</p>');
    expect(flat('- a', ' \t', '- b')).toBe(flat('- a', '', '- b'));
    expect(flat('> a', '\t', 'b')).toBe('<blockquote><p>a</p></blockquote><p>b</p>');
  });

  it('[MD806] an item indented by a tab is a list only in a list', () => {
    expect(html('a', '\t- b')).toBe('<p>a<br>\n    - b</p>');
    expect(flat('- a', '\t- b')).toBe('<ul><li>a<ul><li>b</li></ul></li></ul>');
  });

  it('[MD25] a list keeps its first number and renumbers the rest', () => {
    expect(flat('7. a', '7. b')).toBe('<ol start="7"><li>a</li><li>b</li></ol>');
  });

  it('[MD25] a blank line between items makes the list loose', () => {
    expect(flat('* a', '', '* b')).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
  });

  it('[MD26] two, three or four spaces nest an item by one level', () => {
    const nested = '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>';
    for (const indent of ['  ', '   ', '    ']) expect(flat('* a', `${indent}* b`, '* c')).toBe(nested);
  });

  it('[MD26] numbers nest in bullets and bullets in numbers, as loose lists', () => {
    expect(flat('1. a', '   * b', '   * c', '2. d')).toBe(
      '<ol><li><p>a</p><ul><li>b</li><li>c</li></ul></li><li><p>d</p></li></ol>',
    );
    expect(flat('- a', '  1. b')).toBe('<ul><li><p>a</p><ol><li>b</li></ol></li></ul>');
  });

  it('[MD26] three levels, by two and by four spaces', () => {
    const deep = '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>';
    expect(flat('* a', '  * b', '    * c')).toBe(deep);
    expect(flat('* a', '    * b', '        * c')).toBe(deep);
  });

  it('[MD27] an indented paragraph continues its item', () => {
    expect(flat('* a', '', '  more', '* b')).toBe('<ul><li><p>a</p><p>more</p></li><li><p>b</p></li></ul>');
  });

  it('[MD27] a line without indentation continues the last item', () => {
    expect(html('* a', 'more')).toBe('<ul>\n<li>a<br>\nmore</li>\n</ul>');
  });
});

describe('headings, rules, quotes', () => {
  it('[MD22] one to six # and a space; closing # are dropped', () => {
    expect(html('## Title ##')).toBe('<h2>Title</h2>');
    expect(flat('a', '# b', 'c')).toBe('<p>a</p><h1>b</h1><p>c</p>');
    expect(html('#tag')).toBe('<p>#tag</p>');
  });

  it('[MD871] a # behind a backslash stays at the end of a heading', () => {
    expect(html('# C \\#')).toBe('<h1>C \\#</h1>');
    expect(html('## a \\##')).toBe('<h2>a \\#</h2>');
    expect(html('# a \\\\#')).toBe('<h1>a \\\\</h1>');
    expect(html('# \\# b #')).toBe('<h1>\\# b</h1>');
  });

  it('[MD809] any space after # makes a heading', () => {
    expect(html('#\u00a0a')).toBe('<h1>a</h1>');
    expect(html('#\u200ba')).toBe('<p>#\u200ba</p>');
  });

  it('[MD23] three or more marks are a rule, two are not', () => {
    for (const line of ['---', '***', '___', '- - -', '*  *  *'])
      expect(flat('a', line, 'b')).toBe('<p>a</p><hr><p>b</p>');
    expect(html('--')).toBe('<p>--</p>');
    expect(html('-_-')).toBe('<p>-_-</p>');
  });

  it('[MD24] text continues a quote until a blank line', () => {
    expect(flat('> a', 'b', '', 'c')).toBe('<blockquote><p>a<br>b</p></blockquote><p>c</p>');
    expect(flat('> a', '', '> b')).toBe('<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>');
    expect(flat('a', '> b')).toBe('<p>a</p><blockquote><p>b</p></blockquote>');
  });

  it('[MD24] quotes can contain lists', () => {
    expect(flat('> * a', '> * b')).toBe('<blockquote><ul><li>a</li><li>b</li></ul></blockquote>');
  });
});

describe('fences', () => {
  it('[MD30] a fence ends only at its own fence', () => {
    expect(html('````', '```', 'x', '```', '````')).toContain('<code>```\nx\n```\n</code>');
    expect(flat('~~~', 'x', '~~~', 'after')).toContain('</div><p>after</p>');
  });

  it('[MD30] an open fence ends with the message', () => {
    expect(html('```', 'x')).toContain('<code>x\n</code>');
  });

  it('[MD30] quotes and spoilers contain blocks and each other', () => {
    const inside = flat('````quote', '```spoiler *why*', '* a', '```', '````');
    expect(inside).toBe(
      '<blockquote><div class="spoiler-block"><div class="spoiler-header"><p><em>why</em></p></div>' +
        '<div class="spoiler-content" aria-hidden="true"><ul><li>a</li></ul></div></div></blockquote>',
    );
  });

  it('[MD30] the default language applies to fences without one', () => {
    const { html: quoted } = render('```\nx\n```', { default_code_block_language: 'quote' });
    expect(quoted).toBe('<blockquote>\n<p>x</p>\n</blockquote>');
    const { html: code } = render('```\nx = 1\n```', { default_code_block_language: 'python' });
    expect(code).toContain('data-code-language="Python"');
  });

  it('[MD811] indented code has no default language', () => {
    const source = '    x = 1';
    expect(render(source, { default_code_block_language: 'python' }).html).toBe(render(source).html);
  });

  it('[MD31] four spaces are code, also across a blank line', () => {
    expect(html('a', '', '    x', '', '    y')).toContain('<code>x\n\ny\n</code>');
  });

  it('[MD805] an empty line follows indented code', () => {
    expect(html('    a', '', 'b')).toEndWith('<code>a\n</code></pre></div>\n\n<p>b</p>');
    expect(html('```', 'a', '```', 'b')).toEndWith('<code>a\n</code></pre></div>\n<p>b</p>');
  });

  it('[MD30] internal marks in the source are removed', () => {
    expect(html('\u00020\u0003', '', '```', 'code', '```')).toBe(
      '<p>0</p>\n<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>',
    );
  });
});

describe('tables', () => {
  it('[MD28] cells are aligned by the row of dashes', () => {
    const table = html('|a|b|c|', '|:--|:-:|--:|', '|1|2|3|');
    for (const side of ['left', 'center', 'right']) expect(table).toContain(`<td style="text-align: ${side};">`);
  });

  it('[MD28] a pipe in code or after a backslash separates nothing', () => {
    expect(flat('a|b', '-|-', '`x|y`|p\\|q')).toContain('<tr><td><code>x|y</code></td><td>p|q</td></tr>');
  });

  it('[MD28] short rows are padded and long ones cut', () => {
    expect(flat('a|b', '-|-', '1', '1|2|3')).toContain('<tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr>');
  });

  it('[MD808] the second row may be empty', () => {
    expect(flat('| a | b |', '| | |', '| c | d |')).toBe(flat('| a | b |', '|-|-|', '| c | d |'));
    expect(flat('| a | b |', '| c | |')).toBe('<p>| a | b |<br>| c | |</p>');
  });

  it('[MD808] the empty row of a table without rows is not aligned', () => {
    expect(flat('| a | b |', '|:-|-:|')).toContain('<tbody><tr><td></td><td></td></tr></tbody>');
  });

  it('[MD28] text above dashes is no table', () => {
    expect(flat('a', '-')).not.toContain('<table>');
    expect(flat('a|b', '---')).not.toContain('<table>');
  });
});

describe('nothing is lost', () => {
  it('[MD20] every word of a message is in its HTML', () => {
    const random = seeded(7);
    const starts = ['', '', '* ', '  * ', '    * ', '1. ', '   ', '> ', '> > ', '# ', '    ', '|', '>', '- '];
    const joins = [' ', ' ', ' **', '** ', ' *', '* ', ' `', '` ', '|', '~~', ' [', '](', ') ', ' $$', ' @**', ' #**'];
    const lines = ['', '', '```', '```quote', '~~~', '```spoiler', '```math', '---', '|-|-|', '> ```quote'];
    const lost: string[] = [];
    for (let round = 0; round < 1500; round++) {
      const source: string[] = [];
      let words = 0;
      for (let line = random(12); line >= 0; line--) {
        if (random(3) === 0) source.push(lines[random(lines.length)] as string);
        let text = starts[random(starts.length)] as string;
        for (let word = random(5); word >= 0; word--) text += `word${words++}x${joins[random(joins.length)]}`;
        source.push(text);
      }
      const out = html(...source);
      for (let word = 0; word < words; word++)
        if (!out.includes(`word${word}x`)) lost.push(`word${word}x of ${source.join('\n')}`);
    }
    expect(lost).toEqual([]);
  });
});
