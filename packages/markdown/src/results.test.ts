// Results of rendering besides HTML: flags, attachments, widgets, alert words, references, topic links, previews.
import { describe, expect, it } from 'bun:test';
import {
  compileLinkifier,
  compileLinkifiers,
  emojiByName,
  emojiNames,
  findReferences,
  joinLinkifiers,
  type RenderContext,
  render,
  topicLinks,
  type Upload,
} from './index.ts';
import { seeded } from './safety/seeded.ts';

const uploads: Record<string, Upload> = {
  '2/ab/cat.png': {
    content_type: 'image/png',
    width: 10,
    height: 20,
    thumbnail_url: '/user_uploads/thumbnail/2/ab/cat.png/840x560.webp',
  },
  '2/ab/new.jpg': { content_type: 'image/jpeg', width: 1050, height: 700 },
  '2/ab/dance.gif': {
    content_type: 'image/gif',
    animated: true,
    thumbnail_url: '/user_uploads/thumbnail/2/ab/dance.gif/840x560-anim.webp',
  },
  '2/ab/film.mp4': { content_type: 'video/mp4' },
  '2/ab/song.mp3': { content_type: 'audio/mpeg' },
  '2/ab/text.pdf': { content_type: 'application/pdf' },
  '2/ab/draw.svg': { content_type: 'image/svg+xml' },
};
const context: RenderContext = {
  realm_url: 'https://chat.example',
  findUpload: (path_id) => uploads[path_id] ?? null,
  linkifiers: compileLinkifiers([
    { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' },
    {
      id: 2,
      pattern: '(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)',
      url_template: 'https://g.example/{org}/{repo}{?id}',
    },
    { id: 3, pattern: 'broken(', url_template: 'https://x.example' },
    { id: 4, pattern: 'EVIL', url_template: 'javascript:alert(1)' },
  ]),
};

describe('uploads and previews', () => {
  it('[MD70] a linked picture is shown below, with its known size', () => {
    expect(render('[cat.png](/user_uploads/2/ab/cat.png)', context)).toMatchObject({
      html:
        '<p><a href="/user_uploads/2/ab/cat.png">cat.png</a></p>\n<div class="message_inline_image">' +
        '<a href="/user_uploads/2/ab/cat.png" title="cat.png"><img data-original-content-type="image/png" ' +
        'data-original-dimensions="10x20" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"></a></div>',
      has_link: true,
      has_image: true,
      has_attachment: true,
      upload_path_ids: ['2/ab/cat.png'],
    });
  });

  it('[MD70] a picture without a thumbnail is shown as loading; an animated one is marked as such', () => {
    expect(render('[x](/user_uploads/2/ab/new.jpg)', context).html).toContain(
      '<img class="image-loading-placeholder" data-original-content-type="image/jpeg" data-original-dimensions="1050x700" src="/static/',
    );
    expect(render('[x](/user_uploads/2/ab/dance.gif)', context).html).toContain('<img data-animated="true" ');
  });

  it('[MD70] videos get a player, other files a link', () => {
    expect(render('[x](/user_uploads/2/ab/film.mp4)', context).html).toContain(
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/film.mp4" title="x">' +
        '<video preload="metadata" src="/user_uploads/2/ab/film.mp4"></video></a></div>',
    );
    for (const name of ['text.pdf', 'draw.svg', 'gone.png']) {
      const result = render(`[x](/user_uploads/2/ab/${name})`, context);
      expect(result.html).toBe(`<p><a href="/user_uploads/2/ab/${name}">x</a></p>`);
      expect(result.has_attachment).toBe(true);
    }
  });

  it('[MD71] image syntax shows uploads inline, and nothing from other sites', () => {
    expect(render('a ![my cat](/user_uploads/2/ab/cat.png) b', context).html).toBe(
      '<p>a <img alt="my cat" class="inline-image" data-original-content-type="image/png" data-original-dimensions="10x20" ' +
        'data-original-src="/user_uploads/2/ab/cat.png" src="/user_uploads/thumbnail/2/ab/cat.png/840x560.webp"> b</p>',
    );
    expect(render('![s](/user_uploads/2/ab/song.mp3)', context).html).toBe(
      '<p><audio controls preload="metadata" src="/user_uploads/2/ab/song.mp3" title="s"></audio></p>',
    );
    expect(render('![x](https://a.example/x.png)', context).html).not.toContain('<img');
  });

  it('[MD72] previews can be turned off', () => {
    const source = '[a](/user_uploads/2/ab/photo.png)';
    const findUpload = () => ({ content_type: 'image/png', width: 4, height: 3 });
    expect(render(source, { findUpload }).html).toContain('<img');
    expect(render(source, { findUpload, previews: false }).html).not.toContain('<img');
    expect(render(source, { findUpload, previews: false }).upload_path_ids).toEqual(['2/ab/photo.png']);
  });

  it('[MD72] quotes have no previews, and neither has a message with too many links', () => {
    expect(render('> [x](/user_uploads/2/ab/cat.png)', context).html).not.toContain('<img');
    const many = Array.from({ length: 30 }, (_, at) => `[${at}](/user_uploads/2/ab/cat.png?${at})`).join('\n');
    expect(render(many, { ...context, external_media_url: (url) => url }).html).not.toContain('<img');
  });

  it('[MD73] foreign pictures are shown only through a proxy', () => {
    const source = 'https://a.example/x.png';
    expect(render(source, context)).toMatchObject({
      html: `<p><a href="${source}">${source}</a></p>`,
      has_image: true,
    });
    expect(render(source, { external_media_url: () => '/proxy/1' }).html).toBe(
      `<div class="message_inline_image"><a href="${source}"><img src="/proxy/1"></a></div>`,
    );
    const film = 'https://www.youtube.com/watch?v=0c46YHS3RY8';
    expect(render(film, { external_media_url: (url) => url }).html).toContain(
      'src="https://i.ytimg.com/vi/0c46YHS3RY8/mqdefault.jpg"',
    );
  });

  it('[MD810] shows the file that a page of GitHub or Wikipedia is about', () => {
    const sourceOf = (url: string) =>
      /src="([^"]*)"/.exec(render(url, { external_media_url: (shown) => shown }).html)?.[1];
    expect(sourceOf('https://github.com/o/r/blob/main/a/x.png?raw=1#y')).toBe(
      'https://raw.githubusercontent.com/o/r/main/a/x.png',
    );
    expect(sourceOf('https://en.wikipedia.org/wiki/File:X_(y).jpg')).toBe(
      'https://en.wikipedia.org/wiki/Special:FilePath/File:X_(y).jpg',
    );
    for (const url of ['https://github.com/o/r/raw/main/x.png', 'https://github.com.example/o/r/blob/main/x.png'])
      expect(sourceOf(url)).toBe(url);
  });

  it('[MD70] thumbnails and unusual paths are no attachments', () => {
    for (const path of [
      '/user_uploads/thumbnail/2/ab/cat.png/840x560.webp',
      '/user_uploads/../etc',
      '/user_uploads/%2e%2e/x',
      '/user_uploads/%zz',
    ])
      expect(render(`[x](${path})`, context).upload_path_ids).toEqual([]);
  });
});

describe('linkifiers', () => {
  const html = (source: string) => render(source, context).html;

  it('[MD44] match after a delimiter, and not before a letter or digit', () => {
    expect(html('#12, (#34)')).toBe(
      '<p><a href="https://t.example/12">#12</a>, (<a href="https://t.example/34">#34</a>)</p>',
    );
    expect(html('x#12 #12a')).toBe('<p>x#12 #12a</p>');
    expect(html('#1 #2\n#3')).toBe(
      '<p><a href="https://t.example/1">#1</a> <a href="https://t.example/2">#2</a><br>\n<a href="https://t.example/3">#3</a></p>',
    );
  });

  it('[MD44] encode addresses by their template, and never produce unsafe ones', () => {
    expect(html('org/repo#5')).toContain('<a href="https://g.example/org/repo?id=5">');
    expect(html('EVIL')).toBe('<p>EVIL</p>');
  });

  it('[MD44] leave code, links and addresses alone', () => {
    expect(html('`#1` [#2](https://a.example) https://b.example/#3')).toBe(
      '<p><code>#1</code> <a href="https://a.example">#2</a> <a href="https://b.example/#3">https://b.example/#3</a></p>',
    );
  });

  it('[MD44] refuse backtracking patterns or run them harmlessly', () => {
    expect(() => compileLinkifier({ pattern: '(?=a)', url_template: 'https://x.example' })).toThrow();
    expect(() => compileLinkifier({ pattern: '(a)\\1', url_template: 'https://x.example' })).toThrow();
    expect(() => compileLinkifier({ pattern: '((a{100}){100}){100}', url_template: 'https://x.example' })).toThrow();
    const linkifiers = compileLinkifiers([{ id: 1, pattern: '(a+)+b', url_template: 'https://x.example' }]);
    expect(render('a'.repeat(10_000), { linkifiers }).html).toBe(`<p>${'a'.repeat(10_000)}</p>`);
  });

  it('[MD44] are refused before they take long to compile', () => {
    const refuse = (pattern: string) =>
      expect(() => compileLinkifier({ pattern, url_template: 'https://x.example' })).toThrow(
        'The pattern is too large',
      );
    for (const pattern of [
      'x{1000}'.repeat(140),
      `(?:${'ab'.repeat(400)}){900}`,
      '(?:(?:x?){30}){30}',
      '[\\]a]{400}[^]b]{200}',
      '\\pL|'.repeat(31),
      '(?i)[b-\\x{1ffff}][b-豈][b-豈][b-豈][b-豈]',
    ])
      refuse(pattern);
    for (const pattern of ['x{490}', 'x\\{9999}', '(?:ab){2,}', '\\pL|'.repeat(30), '[一-龥]{4}', '[0-9a-f]{7,40}'])
      compileLinkifier({ pattern, url_template: 'https://x.example' });
  });

  it('[MD93] of an organization take a bounded time, however many there are', () => {
    const rows = ['a(?P<id>[0-9])', 'b(?P<id>[0-9])', 'c(?P<id>[0-9])'].map((pattern) =>
      compileLinkifier({ pattern, url_template: 'https://x.example/{id}' }),
    );
    let now = 0;
    const found = (source: string, ms_each: number) =>
      joinLinkifiers(rows, () => {
        now += ms_each;
        return now;
      }).findIn(source).length;
    const long = `a1 b1 c1 ${' '.repeat(90_000)}`;
    expect(found(long, 0)).toBe(3);
    expect(found(long, 16)).toBe(1);
    expect(found('a1 b1 c1', 1000)).toBe(3);
  });

  it('[MD93] are left out of texts in which they might take long', () => {
    const large = compileLinkifiers([{ id: 1, pattern: 'x{0,200}y', url_template: 'https://x.example' }]);
    const found = (length: number) => large.findIn(`xy${' '.repeat(length)}`).length;
    expect([found(1000), found(9000)]).toEqual([1, 0]);
  });

  it('[MD63] apply to topics too', () => {
    expect(topicLinks('fix #12 in https://a.example/x and org/repo#5', context)).toEqual([
      { text: '#12', url: 'https://t.example/12' },
      { text: 'https://a.example/x', url: 'https://a.example/x' },
      { text: 'org/repo#5', url: 'https://g.example/org/repo?id=5' },
    ]);
    expect(topicLinks('plain', {})).toEqual([]);
  });
});

describe('message kinds', () => {
  it('[MD60] polls', () => {
    expect(render('/poll Lunch?\n* Pizza\n- Soup\n\n 3 apples').widget).toEqual({
      type: 'poll',
      extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup', '3 apples'] },
    });
    expect(render('/poll').widget).toEqual({ type: 'poll', extra_data: { question: '', options: [] } });
    expect(render('/polls x').widget).toBeNull();
    expect(render('see /poll').widget).toBeNull();
  });

  it('[MD60] task lists', () => {
    expect(render('/todo Trip\n- tickets: two: by train\n* bags').widget).toEqual({
      type: 'todo',
      extra_data: {
        task_list_title: 'Trip',
        tasks: [
          { task: 'tickets', desc: 'two: by train' },
          { task: 'bags', desc: '' },
        ],
      },
    });
  });

  it('[MD61] /me is a statement when a paragraph begins with it', () => {
    for (const source of ['/me waves', '/me x\ny', '/me x\n* y', '/me x\n\n> y', '/me x\n```\ny\n```'])
      expect([source, render(source).is_me_message]).toEqual([source, true]);
    for (const source of ['/meow', '/me', ' /me x', '/me\n* y', 'x\n/me y'])
      expect(render(source).is_me_message).toBe(false);
  });

  it('[MD62] alert words match whole words, ignoring case, outside code', () => {
    const alert_words = new Map([
      [1, ['deploy', 'on fire']],
      [2, ['c++']],
      [3, ['naïve']],
    ]);
    const alerted = (source: string) => render(source, { alert_words }).alert_word_user_ids;
    expect(alerted('Please DEPLOY, now')).toEqual([1]);
    expect(alerted('**it is on fire!**')).toEqual([1]);
    expect(alerted('I like C++.')).toEqual([2]);
    expect(alerted('(Naïve?)')).toEqual([3]);
    expect(alerted('redeploy deployed https://a.example/deploy')).toEqual([]);
    expect(alerted('```\ndeploy\n```')).toEqual([]);
    expect(alerted('```quote\ndeploy\n```')).toEqual([1]);
  });

  it('[MD62] a search for all words finds the same as a search for each', () => {
    const random = seeded(62);
    const pick = (from: string, length: number) => Array.from({ length }, () => from[random(from.length)]).join('');
    for (let round = 0; round < 300; round++) {
      const words = new Map(
        Array.from({ length: 12 }, (_, user) => [user, [pick('ab .', 1 + (round % 5)), pick('aB', 3)]]),
      );
      const text = `x${pick('ab .B', 40)}`;
      const isEdge = (character: string | undefined) => character === undefined || /[ .]/.test(character);
      const has = (word: string) => {
        const small = word.trim().toLowerCase();
        for (
          let at = text.toLowerCase().indexOf(small);
          small && at >= 0;
          at = text.toLowerCase().indexOf(small, at + 1)
        )
          if (isEdge(text[at - 1]) && isEdge(text[at + small.length])) return true;
        return false;
      };
      const expected = [...words].filter(([, list]) => list.some(has)).map(([user]) => user);
      expect([text, render(text, { alert_words: words }).alert_word_user_ids.toSorted((a, b) => a - b)]).toEqual([
        text,
        expected,
      ]);
    }
  });
});

/** Resolves nothing and records the names asked for. */
function note(requested: Set<string>, name: string): null {
  requested.add(name);
  return null;
}

describe('references', () => {
  it('[MD80] everything a message may name, without duplicates', () => {
    expect(
      findReferences(
        '@**Zoe** @**Zoe** @_**Ann|8** @*ops* @**all** #**general** #**general>a b@12** :own: :smile: [x](https://chat.example/user_uploads/2/ab/x%20y.png).',
      ),
    ).toEqual({
      users: [
        { name: 'Zoe', id: null, silent: false },
        { name: 'Ann', id: 8, silent: true },
      ],
      groups: [{ name: 'ops', silent: false }],
      channels: ['general'],
      topics: [{ channel: 'general', topic: 'a b', message_id: 12 }],
      uploads: ['2/ab/x y.png'],
      emoji: ['own'],
    });
  });

  it('[MD80] everything that rendering asks for', () => {
    const source =
      '> @**a** (@*b*)\n* #**c>d** [@**e|5**](/user_uploads/2/f/g.txt)\n|x|\n|-|\n|/user_uploads/2/h/i.png, :j::k:|';
    const found = findReferences(source);
    const requested = {
      users: new Set<string>(),
      groups: new Set<string>(),
      channels: new Set<string>(),
      uploads: new Set<string>(),
    };
    render(source, {
      findUser: (name) => note(requested.users, name),
      findGroup: (name) => note(requested.groups, name),
      findChannel: (name) => note(requested.channels, name),
      findUpload: (path) => note(requested.uploads, path),
    });
    expect([...requested.users]).toEqual(['a', 'e']);
    for (const name of requested.users) expect(found.users.map((user) => user.name)).toContain(name);
    for (const name of requested.groups) expect(found.groups.map((group) => group.name)).toContain(name);
    for (const name of requested.channels) expect(found.channels).toContain(name);
    for (const path of requested.uploads) expect(found.uploads).toContain(path);
    expect(found.emoji).toEqual(['j', 'k']);
  });
});

it('[MD93] a message has at most 1,000 emoji; the others stay text', () => {
  const emoji = (content: string) => (render(content).html.match(/class="emoji /g) ?? []).length;
  expect([emoji('🚗'.repeat(1000)), emoji('🚗'.repeat(1001)), emoji(':car: '.repeat(1500))]).toEqual([
    1000, 1000, 1000,
  ]);
  expect(emoji('*🚗 🚗* '.repeat(600))).toBe(1000);
  expect(render('🚗'.repeat(1001)).html).toEndWith('</span>🚗</p>');
});

describe('emoji names', () => {
  it('[MD54] map to codes, and codes to names', () => {
    expect(emojiByName.get('smile')).toBe('1f642');
    expect(emojiNames('1f642')[0]).toBe('smile');
    expect(emojiNames('nothing')).toEqual([]);
    expect(emojiByName.size).toBe(3308);
    for (const [name, code] of emojiByName) expect(emojiNames(code)).toContain(name);
  });
});
