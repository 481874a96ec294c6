// Inline markup: emphasis, code, links, mentions, channel links, emoji, times, mathematics.
import { describe, expect, it } from 'bun:test';
import { type RenderContext, render } from './index.ts';
import { parseTime } from './inline/parse-time.ts';

const context: RenderContext = {
  realm_url: 'https://chat.example',
  findUser: (name, id) =>
    name === 'Zoe' || id === 7 ? { id: 7, full_name: 'Zoe <3' } : name === 'Ann' ? { id: 8, full_name: 'Ann' } : null,
  findGroup: (name) => (name === 'ops' || name === 'staff' ? { id: 3, name, can_mention: name === 'ops' } : null),
  findChannel: (name) => (name === 'dev ops' || name === 'a.b' ? { id: 5, name } : null),
  findTopic: (_channel, topic) => (topic === 'busy' || topic === '' ? { message_id: 99 } : null),
  realm_emoji: new Map([['party_cat', { id: '4', source_url: '/user_avatars/2/emoji/images/4.gif' }]]),
};
const inline = (source: string, more: RenderContext = {}) =>
  render(source, { ...context, ...more }).html.replace(/^<p>(.*)<\/p>$/s, '$1');

describe('emphasis', () => {
  it('[MD49] bold, italics, both, strike-through; nested', () => {
    expect(inline('**a** *b* ***c*** ~~d~~')).toBe(
      '<strong>a</strong> <em>b</em> <strong><em>c</em></strong> <del>d</del>',
    );
    expect(inline('**a *b* ~~c~~**')).toBe('<strong>a <em>b</em> <del>c</del></strong>');
    expect(inline('*a **b** c*')).toBe('<em>a <strong>b</strong> c</em>');
    expect(inline('~~[x](https://a.example)~~')).toBe('<del><a href="https://a.example">x</a></del>');
  });

  it('[MD56] links addresses and mentions in nested emphasis', () => {
    const link = '<a href="http://a.example/x">http://a.example/x</a>';
    expect(inline('**b *http://a.example/x* c**')).toBe(`<strong>b <em>${link}</em> c</strong>`);
    expect(inline('***http://a.example/x***')).toBe(`<strong><em>${link}</em></strong>`);
    expect(inline('*b ~~http://a.example/x~~*')).toBe(`<em>b <del>${link}</del></em>`);
    expect(inline('*b **http://a.example/x** c*')).toBe(`<em>b <strong>${link}</strong> c</em>`);
    expect(inline('**b *c* http://a.example**')).toBe(
      '<strong>b <em>c</em> <a href="http://a.example">http://a.example</a></strong>',
    );
    expect(inline('**http://a.example/x**')).toBe('<strong>http://a.example/x</strong>');
  });

  it('[MD57] keeps character references in addresses', () => {
    expect(inline('http://a.example/?b=1&amp;c=2&d=3')).toBe(
      '<a href="http://a.example/?b=1&amp;c=2&amp;d=3">http://a.example/?b=1&amp;c=2&amp;d=3</a>',
    );
    expect(inline('[a](http://a.example/?b&amp;c "d &lt; e")')).toBe(
      '<a href="http://a.example/?b&amp;c" title="d &lt; e">a</a>',
    );
    for (const source of ['[a](/&#47;evil.example)', '[a](/&sol;evil.example)'])
      expect(inline(source)).toContain('href="/%26');
  });

  it('[MD801] pairs stars from the inside out', () => {
    expect(inline('*a *b* c*')).toBe('<em>a <em>b</em> c</em>');
    expect(inline('*a *b* c* d*')).toBe('<em>a <em>b</em> c</em> d*');
    expect(inline('**a*b*')).toBe('<em><em>a</em>b</em>');
    expect(inline('*a `b` *c* @**Ann** d*')).toBe(
      '<em>a <code>b</code> <em>c</em> <span class="user-mention" data-user-id="8">@Ann</span> d</em>',
    );
    expect(inline('* a *b* c *')).toBe('<ul>\n<li>a <em>b</em> c *</li>\n</ul>');
    expect(inline(`${'*a '.repeat(50)}b${' c*'.repeat(50)}`).match(/<em>/g)?.length).toBe(20);
  });

  it('[MD49] does not come from underscores, spaces or line ends', () => {
    for (const source of ['__a__', '_a_', '2 * 3 * 4', '~~~a~~~', '**']) expect(inline(source)).toBe(source);
    expect(inline('**a\nb**')).toBe('**a<br>\nb**');
  });

  it('[MD49] leaves markup in code, links and addresses alone', () => {
    expect(inline('`**a**` https://a.example/*b*')).toBe(
      '<code>**a**</code> <a href="https://a.example/*b*">https://a.example/*b*</a>',
    );
  });
});

describe('code and links', () => {
  it('[MD40] a code span ends at a run of the same width; a backslash prevents it', () => {
    expect(inline('``a`b``')).toBe('<code>a`b</code>');
    expect(inline('\\`a')).toBe('\\`a');
    expect(inline('`a``')).toBe('`a``');
    expect(inline('`&lt;`')).toBe('<code>&amp;lt;</code>');
  });

  it('[MD803] a run of backticks opens with as many as a later run has', () => {
    expect(inline('``a`')).toBe('<code>`a</code>');
    expect(inline('```a`` b```')).toBe('<code>a`` b</code>');
    expect(inline('````a`` `b`')).toBe('<code>``a</code> <code>b</code>');
    expect(inline('\\``a`')).toBe('\\`<code>a</code>');
    expect(inline('[a ``b`](https://a.example)')).toBe('<a href="https://a.example">a <code>`b</code></a>');
    expect(inline('`a``')).toBe('`a``');
  });

  it('[MD803] pairs of backslashes before a backtick are escaped backslashes', () => {
    expect(inline('\\\\`a`')).toBe('\\<code>a</code>');
    expect(inline('\\\\\\\\`a')).toBe('\\\\`a');
    expect(inline('\\\\\\`a`')).toBe('\\\\\\`a`');
    expect(inline('\\\\a')).toBe('\\\\a');
  });

  it('[MD804] addresses have a scheme in lower case and no empty query or fragment', () => {
    expect(inline('[a](HTTPS://A.example/B)')).toBe('<a href="https://A.example/B">a</a>');
    expect(inline('https://a.example/#')).toBe('<a href="https://a.example/">https://a.example/#</a>');
    expect(inline('[a](/x?#)')).toBe('<a href="/x">a</a>');
    expect(inline('[a](/x?#y)')).toBe('<a href="/x#y">a</a>');
    expect(inline('[a](/x?y#z#)')).toBe('<a href="/x?y#z#">a</a>');
    expect(inline('[a](JavaScript:x)')).toBe('[a](JavaScript:x)');
  });

  it('[MD41] brackets and parentheses nest; titles are kept; bad schemes stay text', () => {
    expect(inline('[a [b]](https://a.example/(x))')).toBe('<a href="https://a.example/(x)">a [b]</a>');
    expect(inline('[a](https://a.example "t")')).toBe('<a href="https://a.example" title="t">a</a>');
    expect(inline('[a](javascript:x)')).toBe('[a](javascript:x)');
    expect(inline('[a]()')).toBe('[a]()');
    expect(inline('[a](b c.example)')).toBe('<a href="http://b%20c.example">a</a>');
    expect(inline('[a](x@y.example)')).toBe('<a href="mailto:x@y.example">a</a>');
    expect(inline('[a](localhost:9991/x)')).toBe('<a href="http://localhost:9991/x">a</a>');
  });

  it('[MD41] a link’s text is literal except for code and mentions', () => {
    expect(inline('[**a** `b` @**Zoe**](https://a.example)')).toBe(
      '<a href="https://a.example">**a** <code>b</code> <span class="user-mention" data-user-id="7">@Zoe &lt;3</span></a>',
    );
  });

  it('[MD43] links into the organization are relative', () => {
    expect(inline('[a](https://chat.example/#narrow/dm/7)')).toBe('<a href="#narrow/dm/7">a</a>');
    expect(inline('https://chat.example/user_uploads/2/ab/x.txt')).toContain('href="/user_uploads/2/ab/x.txt"');
    expect(inline('https://chat.example/help')).toContain('href="https://chat.example/help"');
    expect(inline('https://chat.example.evil/#x')).toContain('href="https://chat.example.evil/#x"');
  });

  it('[MD42] addresses exclude a sentence’s punctuation', () => {
    expect(inline('(see a.com/b_(c)).')).toBe('(see <a href="http://a.com/b_(c)">a.com/b_(c)</a>).');
    expect(inline('https://a.example?q=1!')).toBe('<a href="https://a.example?q=1">https://a.example?q=1</a>!');
    for (const source of ['notes.md', 'a..com', 'x.py', '1.5', 'e.g.']) expect(inline(source)).toBe(source);
  });

  it('[MD92] // and /\\ never lead to another site in disguise', () => {
    expect(inline('[a](//evil.example)')).toBe('<a href="http://evil.example">a</a>');
    expect(inline('[a](/\\evil.example)')).toBe('<a href="http://evil.example">a</a>');
  });
});

describe('mentions', () => {
  it('[MD45] people by name or id, loud and silent', () => {
    const result = render('@**Zoe** @**x|7** @_**Ann**', context);
    expect(result.html).toBe(
      '<p><span class="user-mention" data-user-id="7">@Zoe &lt;3</span> <span class="user-mention" data-user-id="7">@Zoe &lt;3</span> ' +
        '<span class="user-mention silent" data-user-id="8">Ann</span></p>',
    );
    expect(result.mentioned_user_ids).toEqual([7]);
  });

  it('[MD45] quotes make mentions silent', () => {
    for (const source of [
      '> @**Zoe** @**all** @*ops*',
      '```quote\n@**Zoe** @**all** @*ops*\n```',
      '> > * @**Zoe** @**all**',
    ]) {
      const result = render(source, context);
      expect(result.mentioned_user_ids).toEqual([]);
      expect(result.mentioned_group_ids).toEqual([]);
      expect(result.stream_wildcard).toBe(false);
      expect(result.html).toContain('user-mention silent');
    }
  });

  it('[MD45] everyone and the topic', () => {
    for (const name of ['all', 'everyone', 'channel', 'stream']) {
      const result = render(`@**${name}**`, context);
      expect(result.stream_wildcard).toBe(true);
      expect(result.html).toBe(
        `<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@${name}</span></p>`,
      );
    }
    expect(render('@**topic**', context)).toMatchObject({
      topic_wildcard: true,
      html: '<p><span class="topic-mention">@topic</span></p>',
    });
    expect(render('@**topic**', { ...context, is_channel_message: false }).topic_wildcard).toBe(false);
    expect(render('`@**all**` @_**all**', context).stream_wildcard).toBe(false);
  });

  it('[MD46] groups; without permission the mention is silent', () => {
    const result = render('@*ops* @*staff*', context);
    expect(result.mentioned_group_ids).toEqual([3]);
    expect(result.html).toContain('<span class="user-group-mention" data-user-group-id="3">@ops</span>');
    expect(result.html).toContain('<span class="user-group-mention silent" data-user-group-id="3">staff</span>');
  });

  it('[MD45] unknown names and longer words stay text', () => {
    expect(inline('@**Bob** x@**Zoe** @*nobody*')).toBe(
      '@<strong>Bob</strong> x@<strong>Zoe</strong> @<em>nobody</em>',
    );
  });
});

describe('channel links', () => {
  it('[MD48] channel, topic, message', () => {
    expect(inline('#**dev ops**')).toBe(
      '<a class="stream" data-stream-id="5" href="/#narrow/channel/5-dev-ops">#dev ops</a>',
    );
    expect(inline('#**dev ops>quiet**')).toBe(
      '<a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-dev-ops/topic/quiet">#dev ops &gt; quiet</a>',
    );
    expect(inline('#**dev ops>busy**')).toContain('href="/#narrow/channel/5-dev-ops/topic/busy/with/99"');
    expect(inline('#**dev ops>x@12**')).toBe(
      '<a class="message-link" href="/#narrow/channel/5-dev-ops/topic/x/near/12">#dev ops &gt; x @ 💬</a>',
    );
  });

  it('[MD800] begins after the characters that may precede a mention, a comma or a colon', () => {
    const link = '<a class="stream" data-stream-id="5" href="/#narrow/channel/5-a.2Eb">#a.b</a>';
    for (const before of ['(', '{', '[', '/', '"', "'", ',', ':', 'x '])
      expect(inline(`${before}#**a.b**`)).toBe(`${before}${link}`);
    expect(inline('[#**a.b**]')).toBe(`[${link}]`);
    expect(inline('x#**a.b**')).toBe('x#<strong>a.b</strong>');
  });

  it('[MD48] the empty topic has a display name', () => {
    expect(inline('#**dev ops>**')).toBe(
      '<a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-dev-ops/topic//with/99">#dev ops &gt; <em>general chat</em></a>',
    );
    expect(inline('#**dev ops>@12**')).toContain('/topic//near/12">#dev ops &gt; <em>general chat</em> @ 💬</a>');
  });

  it('[MD860] addresses of topics have an operand after every operator, also of the empty topic', () => {
    const parts = (text: string) => /href="\/#narrow\/([^"]*)"/.exec(inline(text))![1]!.split('/');
    expect(parts('#**dev ops>**')).toEqual(['channel', '5-dev-ops', 'topic', '', 'with', '99']);
    for (const text of ['#**dev ops>@12**', '#**dev ops>x**', '#**dev ops>x@12**', '#**dev ops**'])
      expect(parts(text).length % 2).toBe(0);
  });

  it('[MD47] names are encoded so that nothing in them ends an address', () => {
    expect(inline('#**a.b>1. (x) é!**')).toContain('/5-a.2Eb/topic/1.2E.20.28x.29.20.C3.A9.21"');
  });

  it('[MD48] unknown channels stay text', () => {
    expect(inline('#**nowhere>x**')).toBe('#<strong>nowhere&gt;x</strong>');
  });
});

describe('line ends', () => {
  it('[MD802] drops spaces between a line end and an element', () => {
    expect(inline('a\n  **b**')).toBe('a<br>\n<strong>b</strong>');
    expect(inline('- a\n  `b` c')).toBe('<ul>\n<li>a<br>\n<code>b</code> c</li>\n</ul>');
    expect(inline('a\n  b **c**')).toBe('a<br>\n  b <strong>c</strong>');
    expect(inline('a **b** `c`')).toBe('a <strong>b</strong> <code>c</code>');
  });
});

describe('emoji, times, mathematics', () => {
  it('[MD807] emoticons may stand in quotation marks', () => {
    const smile = inline(':smile:');
    expect(inline(`":)" ':('`, { translate_emoticons: true })).toBe(`"${smile}" '${inline(':frown:')}'`);
    expect(inline('`:)` a":)b', { translate_emoticons: true })).toBe('<code>:)</code> a":)b');
  });

  it('[MD52] names, characters with and without variation selectors, sequences, flags', () => {
    expect(inline(':tada:')).toContain('emoji emoji-1f389');
    expect(inline('❤️')).toContain('emoji-2764"');
    expect(inline('🇩🇪')).toContain('emoji-1f1e9-1f1ea"');
    expect(inline('1 # * 1234')).toBe('1 # * 1234');
    expect(inline('👍🏽')).toBe('👍🏽');
  });

  it('[MD55] symbols with text presentation stay text without a variation selector', () => {
    for (const symbol of '©™®↔▶✔☎☺ℹ↗❤〰㊗🅰🏳') {
      expect(inline(symbol)).toBe(symbol);
      expect(inline(`${symbol}\ufe0e`)).toBe(`${symbol}\ufe0e`);
      expect(inline(`${symbol}\ufe0f`)).toContain('class="emoji emoji-');
    }
    for (const key of '0123456789#*') {
      expect(inline(`${key}\u20e3`)).toBe(`${key}\u20e3`);
      expect(inline(`${key}\ufe0f\u20e3`)).toContain(`emoji emoji-00${key.charCodeAt(0).toString(16)}-20e3"`);
    }
    for (const picture of ['😀', '⌚', '🈚', '🀄']) {
      expect(inline(picture)).toContain('class="emoji emoji-');
      expect(inline(`${picture}\ufe0f`)).toContain('class="emoji emoji-');
      expect(inline(`${picture}\ufe0e`)).toBe(`${picture}\ufe0e`);
    }
    for (const joined of ['❤️\u200d🔥', '❤\u200d🔥', '🏳️\u200d🌈', '👩\u200d❤️\u200d👩'])
      expect(inline(joined)).toMatch(/^<span [^>]*class="emoji emoji-[0-9a-f-]+"[^>]*>:[a-z_]+:<\/span>$/);
  });

  it('[MD53] custom emoji win over Unicode names', () => {
    expect(inline(':party_cat:')).toBe(
      '<img alt=":party_cat:" class="emoji" src="/user_avatars/2/emoji/images/4.gif" title="party cat">',
    );
    const own = { realm_emoji: new Map([['smile', { id: '9', source_url: '/s.png' }]]) };
    expect(inline(':smile:', own)).toContain('src="/s.png"');
    expect(inline(':)', { ...own, translate_emoticons: true })).toContain('emoji-1f642');
  });

  it('[MD51] times in many forms become UTC', () => {
    const times: [string, string][] = [
      ['2024-05-01T10:00:00+02:00', '2024-05-01T08:00:00Z'],
      ['2024-05-01 10:00', '2024-05-01T10:00:00Z'],
      ['2024-05-01', '2024-05-01T00:00:00Z'],
      ['1714550400', '2024-05-01T08:00:00Z'],
      ['May 1st 2024, 10:30PM IST', '2024-05-01T17:00:00Z'],
      ['1 May 2024 9am PST', '2024-05-01T17:00:00Z'],
      ['5/1/2024', '2024-05-01T00:00:00Z'],
      ['25/12/2024', '2024-12-25T00:00:00Z'],
      ['Wed, 01 May 2024 08:00:00 GMT', '2024-05-01T08:00:00Z'],
      ['0', '1970-01-01T00:00:00Z'],
      ['2017-06-05T22:30:00.5Z', '2017-06-05T22:30:00.500000Z'],
      ['10:30:15.1234567 1 May 2024 EST', '2024-05-01T15:30:15.123456Z'],
      ['1714550400.25', '2024-05-01T08:00:00.250000Z'],
      ['20240501T103015.25', '2024-05-01T10:30:15.250000Z'],
      ['May of 2024, 2nd, 10h36m28.5s', '2024-05-02T10:36:28.500000Z'],
      ['01-Jan-24 12 am', '2024-01-01T00:00:00Z'],
      ['13/01/02', '2002-01-13T00:00:00Z'],
      ['99-01-02', '1999-01-02T00:00:00Z'],
      ['12:30 1 May 2024 GMT+3', '2024-05-01T15:30:00Z'],
      ['2024-05-01 10:00 +02:00 (CEST)', '2024-05-01T08:00:00Z'],
      ['2024-05-01 10:00 XYZ', '2024-05-01T10:00:00Z'],
    ];
    for (const [written, datetime] of times)
      expect(inline(`<time:${written}>`)).toBe(`<time datetime="${datetime}">${written}</time>`);
  });

  it('[MD51] missing parts of a time come from the current day', () => {
    const now = new Date('2026-01-31T12:00:00Z');
    const times: [string, string][] = [
      ['10:30', '2026-01-31T10:30:00Z'],
      ['10pm PST', '2026-02-01T06:00:00Z'],
      ['Feb', '2026-02-28T00:00:00Z'],
      ['May 2024', '2024-05-31T00:00:00Z'],
      ['May 5', '2026-05-05T00:00:00Z'],
      ['Monday', '2026-02-02T00:00:00Z'],
      ['2024', '2024-01-31T00:00:00Z'],
    ];
    for (const [written, datetime] of times)
      expect({ written, datetime: parseTime(written, now) }).toEqual({ written, datetime });
  });

  it('[MD51] invalid times are shown as written', () => {
    for (const written of [
      '',
      'soon',
      '2024-02-30',
      '2024-13-01',
      '2024-05-01 10:00 pst',
      '2024-W05',
      '10:xx',
      '99999999999999',
      '25:00 1 May 2024',
    ])
      expect(inline(`<time:${written}>`)).toBe(`&lt;time:${written}&gt;`);
  });

  it('[MD50] formulas inline and in blocks; invalid ones stay as written', () => {
    expect(inline('$$x^2$$')).toStartWith('<span class="katex">');
    expect(inline('```math\nx^2\n```')).toStartWith('<span class="katex-display">');
    expect(inline('$$\\nope$$')).toBe('<span class="tex-error">$$\\nope$$</span>');
    for (const source of ['$5 and $$6', 'a$$b$$', '$$a$$b', '$$$a$$$', '$$ a\nb $$'])
      expect(inline(source)).not.toContain('katex');
  });

  it('[MD50] TeX makes no links and runs no long macros', () => {
    expect(inline('$$\\href{https://a.example}{x}$$')).not.toContain('<a ');
    expect(inline(`$$\\def\\a{${'x'.repeat(400)}}\\a$$`)).toContain('tex-error');
    expect(inline('$$\\def\\a{x}\\a$$')).toContain('katex');
  });

  it('[MD91] character references stay characters', () => {
    expect(inline('&lt;b&gt; &amp; &copy; &nope &#60;')).toBe('&lt;b&gt; &amp; &copy; &amp;nope &#60;');
  });
});
