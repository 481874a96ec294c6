import { expect, it } from 'bun:test';
import { isFewEmoji } from './few-emoji.ts';

const tada = '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>';
const own = '<img alt=":parrot:" class="emoji" src="/user_avatars/2/emoji/images/1.png" title="parrot">';
const p = (...parts: string[]) => `<p>${parts.join(' ')}</p>`;

it('[WB991] tells messages of one to six emoji from all others', () => {
  for (const html of [p(tada), p(own), p(tada, own), `<p>${tada}${tada}</p>`, p(...Array(6).fill(tada))])
    expect(isFewEmoji(html)).toBe(true);
  const others = [
    '',
    p(),
    p(...Array(7).fill(tada)),
    p('well', tada),
    p(tada, 'well'),
    `<p>${tada}<br>\n${tada}</p>`,
    `${p(tada)}\n${p(tada)}`,
    `<ul>\n<li>${tada}</li>\n</ul>`,
    p(`<a href="https://example.com">${tada}</a>`),
    p('<span class="user-mention" data-user-id="1">@Ada</span>'),
    p('<img class="image" src="/x.png">'),
  ];
  for (const html of others) expect(isFewEmoji(html)).toBe(false);
});
