// The content of emails, from real rendered messages and from hostile HTML that our renderer never produces.
import { describe, expect, it } from 'bun:test';
import { contentForMail } from './content.rules.ts';

const BASE = 'https://chat.example';
const shown = (html: string) => contentForMail(html, BASE);

describe('[MM7] the content of a message', () => {
  it('keeps its structure, in both forms', () => {
    const { html, text } = shown(
      '<p>One <strong>two</strong><br>\nthree</p>\n<ol start="4">\n<li>four</li>\n</ol>\n<div class="codehilite"><pre><span></span><code>a\n  b\n</code></pre></div>',
    );
    expect(html).toMatch(/^<p style="[^"]+">One <strong>two<\/strong><br>/);
    expect(html).toContain('<ol start="4">');
    expect(text).toBe('One two\nthree\n* four\na\n  b');
  });

  it('has links with absolute URLs, and none with unsafe schemes', () => {
    const { html, text } = shown(
      '<p><a href="/#narrow/channel/3-a">#a</a> <a href="https://x.example/?a=1&amp;b=2">here</a> <a href="https://y.example/">https://y.example/</a></p>',
    );
    expect(html.match(/href="[^"]*"/g)).toEqual([
      'href="https://chat.example/#narrow/channel/3-a"',
      'href="https://x.example/?a=1&amp;b=2"',
      'href="https://y.example/"',
    ]);
    expect(text).toBe('#a here (https://x.example/?a=1&b=2) https://y.example/');
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'java\nscript:alert(1)',
      'vbscript:x',
      ' JAVASCRIPT:x',
    ])
      expect(shown(`<a href="${bad}">x</a>`).html).not.toMatch(/href|script/i);
  });

  it('has no pictures, but the names of picture emoji', () => {
    const { html, text } = shown(
      '<p><img alt=":octopus:" class="emoji" src="/user_avatars/1/emoji/x.png" title="octopus"> <span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span> <a href="https://e.example/i.png">i</a></p><div class="message_inline_image"><a href="https://e.example/i.png"><img src="https://e.example/track.png"></a></div><div class="message_embed"><a class="message_embed_image" style="background-image: url(x)"></a></div>',
    );
    expect(html).not.toMatch(/<img|src=|track|background|url\(/);
    expect(text).toBe(':octopus: 🙂 i (https://e.example/i.png)');
  });

  it('hides spoilers, and shows formulas as source', () => {
    const spoiler =
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>End</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>he <em>dies</em></p>\n</div></div>';
    expect(shown(spoiler)).toMatchObject({ text: expect.stringMatching(/^End\s+\(…\)$/) });
    expect(shown(spoiler).html).not.toContain('dies');
    const katex =
      '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>drawn</span></span></span></p>';
    expect(shown(katex).text).toBe('x^2');
  });

  it.each([
    '<script>alert(1)</script>',
    '<p onclick="alert(1)" style="position:fixed">x</p>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe src="https://e.example"></iframe>',
    '<a href="https://e.example" onmouseover="x" target="_blank">x</a>',
    '<style>*{display:none}</style>',
    '<form action="https://e.example"><input name=password></form>',
    '<a href="https://e.example/&quot;onmouseover=&quot;x">x</a>',
    '<constructor>x</constructor>',
    '</div></body>x<p><strong>open',
    '<p',
  ])('let nothing else through: %s', (hostile) => {
    const { html } = shown(hostile);
    const tags = html.match(/<[^>]*>/g) ?? [];
    for (const tag of tags)
      expect(tag).toMatch(/^<\/?(?:p|strong|a)(?: (?:href="https:[^"]*"|style="margin[^"]*"))*>$/);
    const depth = tags.reduce((open, tag) => open + (tag.startsWith('</') ? -1 : 1), 0);
    expect(depth).toBe(0);
  });
});
