// Which links may have previews, and the markup of previews.
import { describe, expect, it } from 'bun:test';
import { linksWithoutEmbed, NO_LINK_PICTURE, type PagePreview, render, withEmbeds, withoutEmbeds } from './index.ts';
import { problemsOf } from './safety/check-html.ts';
import { XSS_VECTORS } from './safety/xss-vectors.ts';

const PICTURE = `/external_content/${'a1'.repeat(20)}/68747470`;
const preview = (title: string, description = '', picture: string | null = null): PagePreview => ({
  title,
  description,
  picture,
});

describe('links to pages', () => {
  const linksOf = (content: string) =>
    render(content, { realm_url: 'https://chat.example', external_media_url: () => PICTURE }).page_links;

  it('[MD95] are links to other sites, once each, at most five', () => {
    expect(linksOf('https://a.example and [b](http://b.example/x?y=1&z=2), https://a.example')).toEqual([
      'https://a.example',
      'http://b.example/x?y=1&z=2',
    ]);
    expect(linksOf(Array.from({ length: 9 }, (_, at) => `https://a.example/${at}`).join(' '))).toHaveLength(5);
    expect(linksOf(Array.from({ length: 25 }, (_, at) => `https://a.example/${at}`).join(' '))).toEqual([]);
  });

  it('[MD95] exclude quotes, pictures, videos, code, and links to this organization', () => {
    for (const content of [
      '> https://a.example',
      '```quote\nhttps://a.example\n```',
      '`https://a.example`',
      'https://a.example/a.png https://a.example/b.mp4 https://www.youtube.com/watch?v=aaaaaaaaaaa',
      'https://chat.example https://chat.example/#narrow/channel/1 https://chat.example/help',
      'mailto:a@b.example ftp://a.example/x [x](#narrow) [x](javascript:alert(1))',
      `https://a.example/${'x'.repeat(2000)}`,
    ])
      expect([content, linksOf(content)]).toEqual([content, []]);
    expect(linksOf('https://chat.example.org/')).toEqual(['https://chat.example.org/']);
  });

  it('[MD95] include videos where the caller shows none', () => {
    const { page_links } = render('https://youtu.be/aaaaaaaaaaa https://a.example/a.png', { previews: false });
    expect(page_links).toEqual(['https://youtu.be/aaaaaaaaaaa']);
  });
});

describe('previews of pages', () => {
  const { html, page_links } = render('see https://a.example?x=1&y=2 and https://b.example');
  const [first, second] = page_links as [string, string];

  it('[MD96] have the markup that existing clients know', () => {
    const shown = withEmbeds(html, page_links, new Map([[first, preview('A "page" & more', '<b>it</b>', PICTURE)]]));
    expect(shown).toBe(
      `${html}\n<div class="message_embed"><a class="message_embed_image" href="https://a.example?x=1&amp;y=2" style="background-image: url(&quot;${PICTURE}&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://a.example?x=1&amp;y=2" title="A &quot;page&quot; &amp; more">A "page" &amp; more</a></div><div class="message_embed_description">&lt;b&gt;it&lt;/b&gt;</div></div></div>`,
    );
    expect(problemsOf(shown)).toEqual([]);
  });

  it('[MD96] are found again, and removed', () => {
    const rendered = withEmbeds(html, page_links, new Map([[second, preview('B')]]));
    expect(linksWithoutEmbed(rendered, page_links)).toEqual([first]);
    const both = withEmbeds(rendered, page_links, new Map([[first, preview('A')]]));
    expect(both.indexOf('>A<')).toBeLessThan(both.indexOf('>B<'));
    expect(linksWithoutEmbed(both, page_links)).toEqual([]);
    expect(withoutEmbeds(both)).toBe(html);
    expect(withEmbeds(html, [second], new Map(), both)).toBe(
      withEmbeds(html, [second], new Map([[second, preview('B')]])),
    );
  });

  it('[MD96] contain nothing executable from a page, and no foreign picture', () => {
    for (const vector of XSS_VECTORS) {
      const shown = withEmbeds(html, page_links, new Map([[first, preview(vector, vector, vector)]]));
      expect([vector, problemsOf(shown)]).toEqual([vector, []]);
      expect(
        [...shown.matchAll(/<a class="message_embed_image"[^>]* style="([^"]*)"/g)].map(([, style]) => style),
      ).toEqual([`background-image: url(&quot;${NO_LINK_PICTURE}&quot;)`]);
      expect(withoutEmbeds(shown)).toBe(html);
    }
  });

  it('[MD96] cannot be written in a message', () => {
    for (const content of [
      '\n<div class="message_embed">x',
      '`\n<div class="message_embed">`',
      '```\n\n<div class="message_embed">\n```',
    ]) {
      const written = render(content).html;
      expect(withoutEmbeds(written)).toBe(written);
    }
  });
});
