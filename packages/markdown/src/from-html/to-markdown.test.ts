// What copied HTML becomes as Markdown, and that rendering it gives what was copied.
import { describe, expect, it } from 'bun:test';
import { render } from '../browser.ts';
import type { HtmlNode } from './html-node.ts';
import { toMarkdown } from './to-markdown.ts';

type Child = HtmlNode | string;
/** An element: `h('a href=x', 'text')`. Attributes are divided by commas. */
function h(written: string, ...children: Child[]): HtmlNode {
  const [name = '', rest = ''] = written.split(/ (.*)/s);
  const pairs = rest === '' ? [] : rest.split(',').map((pair) => pair.split(/=(.*)/s));
  return { name, attributes: Object.fromEntries(pairs.map(([key, value]) => [key, value ?? ''])), children };
}
const pasted = (...children: Child[]) => toMarkdown(h('body', ...children));

describe('[WB95] pasted HTML', () => {
  it('keeps links, formatting and code within lines', () => {
    expect(pasted(h('p', 'See ', h('a href=https://a.example/x_(y)', h('b', 'the plan')), '.'))).toBe(
      'See [the plan](https://a.example/x_%28y%29).',
    );
    expect(pasted('at ', h('a href=https://a.example/', 'https://a.example/'), h('b', '!'))).toBe(
      'at https://a.example/**!**',
    );
    expect(pasted('un', h('b', 'believ'), 'able ', h('em', ' so '), h('s', 'old'))).toBe(
      'un**believ**able *so* ~~old~~',
    );
    expect(pasted(h('b', 'all ', h('i', 'both')), ' none')).toBe('**all** ***both*** none');
    expect(pasted(h('b', 'one'), h('b', 'word'), ' x')).toBe('**oneword** x');
    expect(pasted('run ', h('code', 'a`b'), ' and ', h('kbd', '`'))).toBe('run ``a`b`` and `` ` ``');
    expect(pasted(h('span style=font-weight:700', 'loud'), ' ', h('b style=font-weight:normal', 'quiet'))).toBe(
      '**loud** quiet',
    );
  });

  it('keeps paragraphs, lines, headings, rules and quotations', () => {
    expect(pasted(h('h2', h('b', 'Title')), h('p', 'One', h('br'), 'two'), h('hr'), h('p', 'End'))).toBe(
      '## Title\n\nOne\ntwo\n\n---\n\nEnd',
    );
    expect(pasted(h('div', 'a'), h('div', 'b'), h('div', h('br')), h('div', h('i', 'c')))).toBe('a\nb\n\n*c*');
    expect(pasted(h('blockquote', h('p', 'Said', h('br'), 'so')), h('p', 'Yes'))).toBe('> Said\n> so\n\nYes');
    expect(pasted(h('blockquote', h('p', 'One'), h('p', 'Two')))).toBe('```quote\nOne\n\nTwo\n```');
  });

  it('keeps lists, nested and numbered', () => {
    const list = h(
      'ul',
      h('li', 'a', h('ol', h('li', 'first'), h('li', h('p', 'second'), h('ul', h('li', 'deep'))))),
      '\n',
      h('li', h('p', 'b')),
    );
    expect(pasted(list)).toBe('- a\n  1. first\n  2. second\n    - deep\n\n- b');
    expect(render(pasted(list)!).html.replaceAll('\n', '')).toBe(
      '<ul><li><p>a</p><ol><li>first</li><li><p>second</p><ul><li>deep</li></ul></li></ol></li><li><p>b</p></li></ul>',
    );
    expect(pasted(h('ul', h('li', 'a', h('ul', h('li', 'x'))), h('li', 'b')))).toBe('- a\n  - x\n- b');
    expect(pasted(h('ol start=3', h('li', 'c'), h('li', 'd')))).toBe('3. c\n4. d');
    // Code can't be within a list: the list goes on after it.
    expect(pasted(h('ol', h('li', 'run', h('pre', h('code class=language-sh', 'ls\n'))), h('li', 'look')))).toBe(
      '1. run\n\n```sh\nls\n```\n\n2. look',
    );
  });

  it('keeps code as it is, with its language', () => {
    const code = 'if (a < b) {\n\n\n  c();\n}';
    for (const block of [
      h('pre', h('code class=hljs language-js', `${code}\n`)),
      h('div class=highlight highlight-source-js', h('pre', h('span', code))),
      h('div data-code-language=JS', h('pre', h('span'), h('code', code))),
    ])
      expect(pasted(block, h('p', 'x'))).toBe(`\`\`\`js\n${code}\n\`\`\`\n\nx`);
    expect(pasted(h('pre', h('code', '```\nx\n```')))).toBe('````\n```\nx\n```\n````');
    expect(pasted(h('p', 'a'), h('pre', h('code class=language-plaintext', 'x')))).toBe('a\n\n```text\nx\n```');
  });

  it('keeps tables, unless they are only for layout', () => {
    const table = h(
      'table',
      h('thead', h('tr', h('th', h('b', 'Name')), h('th', 'Sum'))),
      h('tbody', h('tr', h('td', 'a|b'), h('td', h('code', 'x|y'))), h('tr', h('td', 'c', h('br'), 'd'))),
    );
    expect(pasted(table)).toBe('| Name | Sum |\n| --- | --- |\n| a\\|b | `x|y` |\n| c d |  |');
    expect(render(pasted(table)!).html).toContain('<td>a|b</td>');
    expect(pasted(h('table', h('tr', h('td', h('b', 'only'), ' cell'))))).toBe('**only** cell');
    expect(pasted(h('table', h('tr', h('td', h('ul', h('li', 'x'))), h('td', 'y'))))).toBe('- x\n\ny');
  });

  it('turns images into links, and emoji images into emoji', () => {
    expect(pasted('See ', h('img src=https://a.example/cat.png?s=1,alt=A cat'))).toBe(
      'See [A cat](https://a.example/cat.png?s=1)',
    );
    expect(pasted('See ', h('img src=https://a.example/cat.png'))).toBe('See [cat.png](https://a.example/cat.png)');
    expect(pasted(h('p', 'Hi ', h('img src=https://e.example/1f44d.png,alt=👍🏽')), h('p', h('b', 'x')))).toBe(
      'Hi 👍🏽\n\n**x**',
    );
    expect(pasted('x ', h('img src=data:image/png;base64,AAAA'), h('b', 'y'))).toBe('x **y**');
    expect(pasted('so ', h('math', h('mi', 'x'), h('annotation encoding=application/x-tex', 'x^2')))).toBe(
      'so $$x^2$$',
    );
  });

  it('drops links not allowed in messages, and hidden text', () => {
    expect(pasted(h('a href=javascript:alert(1)', 'press'), h('b', ' me'))).toBe('press **me**');
    expect(pasted('a ', h('a href=https://a.example/\n](x)', 'b](https://evil.example) c'))).toBe(
      'a [b(https://evil.example) c](https://a.example/%20%5D%28x%29)',
    );
    const hidden = [
      h('script', 'x()'),
      h('style', 'p{}'),
      h('span style=display:none', 'secret'),
      h('div hidden', 'no'),
    ];
    expect(pasted(h('p', h('b', 'seen'), ' here'), ...hidden)).toBe('**seen** here');
  });

  it('stays plain text if it has no formatting or comes from a code editor', () => {
    expect(pasted('one line')).toBeNull();
    expect(pasted(h('span style=font-weight: 600; color: red', 'A heading'))).toBeNull();
    expect(pasted(h('h1', 'A heading'))).toBeNull();
    expect(pasted(h('p', 'two'), h('p', 'paragraphs'))).toBeNull();
    expect(pasted(h('p', ' '))).toBeNull();
    const style = 'style=color: #abc;font-family: Consolas; white-space: pre';
    const line = h('div', h('span style=font-weight:bold', 'const'), ' a');
    expect(pasted(h(`div ${style}`, line, line))).toBeNull();
    expect(pasted(h(`pre ${style}`, h('span style=color:red', 'const'), ' a\nb'))).toBeNull();
  });

  it('is bounded in time and depth', () => {
    let deep: HtmlNode = h('p', 'x');
    for (let at = 0; at < 400; at++) deep = h(at % 2 ? 'blockquote' : 'ul', h('li', deep));
    expect(pasted(deep)).toContain('x');
    expect(pasted(h('pre', '` '.repeat(300_000)), h('p', '`'))!.length).toBeGreaterThan(600_000);
  });
});
