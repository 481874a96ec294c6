// The excerpt of a message shown in a notification.
import { describe, expect, it } from 'bun:test';
import { render } from '@stoa/markdown';
import { leastProcessorMs } from '@stoa/testkit';
import { excerptOf } from './excerpt.rules.ts';

const excerpt = (markdown: string) => excerptOf(render(markdown).html);

describe('excerpts', () => {
  it('[PU20] contain the text, in lines', () => {
    expect(excerpt('**Hello** *there*\nnext\n\npara')).toBe('Hello there\nnext\npara');
    expect(excerpt('* one\n* two')).toBe('one\ntwo');
    expect(excerpt('`1 < 2 && "x"` :tada:')).toBe('1 < 2 && "x" 🎉');
    expect(excerpt('&lt;b&gt; is text')).toBe('<b> is text');
    expect(excerptOf('')).toBe('');
  });

  it('[PU20] hide spoilers and show formulas once', () => {
    const spoiler = excerpt('```spoiler The end\nthe butler\n\n* did it\n```\n\nafter');
    expect(spoiler).toContain('The end');
    expect(spoiler).toContain('(…)');
    expect(spoiler).toContain('after');
    expect(spoiler).not.toContain('butler');
    expect(spoiler).not.toContain('did it');
    expect(excerpt('so $$a+b$$ it is').match(/a\+b/g)).toHaveLength(1);
  });

  it('[PU20] have at most 200 code points', () => {
    expect(excerpt('💡'.repeat(200))).toBe('💡'.repeat(200));
    expect(excerpt('💡'.repeat(201))).toBe(`${'💡'.repeat(200)}…`);
    expect([...excerpt('x'.repeat(9000))]).toHaveLength(201);
  });

  it('[PU20] take linear time for any input', async () => {
    const blanks = `<pre><code>a${' '.repeat(50_000)}b</code></pre>`;
    for (const html of [
      blanks,
      '<'.repeat(50_000),
      '<p>'.repeat(50_000),
      `<${'a '.repeat(50_000)}`,
      '&'.repeat(50_000),
    ])
      expect(await leastProcessorMs(500, () => excerptOf(html))).toBeLessThan(500);
  });
});
