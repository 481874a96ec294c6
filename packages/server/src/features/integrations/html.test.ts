// HTML of mails and notes becomes text for quotes.
import { expect, it } from 'bun:test';
import { textOfHtml } from './html.rules.ts';

it('[WH4] HTML becomes the text that a browser would show', () => {
  expect(textOfHtml('<p>a &amp; b</p>\n<p>c<br>d</p><style>p { x: y }</style><!-- <p>no</p> -->')).toBe(
    'a & b\n\nc\nd',
  );
  expect(textOfHtml('<ul><li>one</li><li>two</li></ul>')).toBe('* one\n* two');
  expect(textOfHtml('<a href="https://a.example/?x=1&amp;y=2">the <b>help</b></a>')).toBe(
    '[the help](https://a.example/?x=1&y=2)',
  );
  expect(textOfHtml("<img alt='A pump' src=https://a.example/p.png> <img src='https://a.example/q.png'>")).toBe(
    '[A pump](https://a.example/p.png) [q.png](https://a.example/q.png)',
  );
  expect(textOfHtml('<a href="javascript:alert(1)">x</a> &#128512;&#x41;&#9999999;&nope; 1 < 2')).toBe(
    'x 😀A&#9999999;&nope; 1 < 2',
  );
  expect(textOfHtml('<script>alert(1)</script><title>T</title>seen<div')).toBe('seen<div');
  expect(textOfHtml(null)).toBe('');
});

it('[WH16] HTML of any shape is read once', () => {
  for (const part of ['<', '<a', '<a href="', '<a ', '<!--', '&#', '<p>', '</li>', '  \n', 'href=', '<img src=']) {
    const before = performance.now();
    expect(textOfHtml(part.repeat(2_000_000 / part.length)).length).toBeLessThan(200_000);
    expect([part, performance.now() - before < 500]).toEqual([part, true]);
  }
});
