// Parsing previews in the HTML of messages.
import { expect, it } from 'bun:test';
import { picturesFromStyles, siteOf } from './link-cards.ts';

const PICTURE = `/external_content/${'a1'.repeat(20)}/68747470`;
const link = (style: string) => `<a class="message_embed_image" href="https://a.example/?x=1&amp;y=2"${style}></a>`;

it('[WB170] the picture of a preview is read from its style, of nothing else', () => {
  const styled = ` style="background-image: url(&quot;${PICTURE}&quot;)"`;
  expect(picturesFromStyles(link(styled))).toBe(link(` data-picture="${PICTURE}"`));
  for (const other of [
    `<a class="other" href="https://a.example"${styled}></a>`,
    link(' style="background-image: url(&quot;x&quot;); color: red"'),
    link(` style="background-image: url(${PICTURE})"`),
  ])
    expect(picturesFromStyles(other)).toBe(other);
});

it('[WB170] a card names the site, of web addresses only', () => {
  expect(siteOf('https://www.example.org:8443/a?b#c')).toBe('example.org:8443');
  expect(siteOf('https://me@bücher.example/')).toBe('xn--bcher-kva.example');
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example', '#narrow', '/help', ''])
    expect([href, siteOf(href)]).toEqual([href, null]);
});
