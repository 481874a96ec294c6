// Content of other chats written in our dialect, judged by our renderer.
import { describe, expect, it } from 'bun:test';
import { type RenderContext, render } from '@stoa/markdown';
import { leastProcessorMs } from '@stoa/testkit';
import type { ArchiveText } from '../archive.ts';
import { type Block, type Inline, paragraph, type Style, text } from './content.ts';
import { emojiByCharacters, emojiByForeignName } from './emoji-names.rules.ts';
import { readMrkdwn, type SlackNames } from './mrkdwn.rules.ts';
import { readRichText } from './slack-rich-text.rules.ts';
import { TopicNames } from './topic-names.ts';
import { writeContent } from './write-content.rules.ts';

const everything: RenderContext = {
  findUser: (name) => ({ id: 1, full_name: name }),
  findGroup: (name) => ({ id: 2, name, can_mention: true }),
  findChannel: (name) => ({ id: 3, name }),
};
const names: SlackNames = {
  user: (id) => (id === 'U1' ? { kind: 'user', id } : null),
  channel: (id) => (id === 'C1' ? { kind: 'channel', id } : null),
  customEmoji: (name) => (name === 'party' ? name : null),
  message: (url) => (url.includes('/archives/C1/') ? 'C1/1' : null),
};

const sourceOf = (content: ArchiveText) =>
  content.map((part) => (typeof part === 'string' ? part : `«${part.kind} ${part.id}»`)).join('');
const mrkdwn = (source: string) => sourceOf(writeContent(readMrkdwn(source, names)));
const bare = (source: string) => source.replace(/[\u200b\ufeff]/g, '');
const htmlOf = (blocks: readonly Block[]) => render(sourceOf(writeContent(blocks)), everything).html;
const words = (html: string) =>
  bare(html.replace(/<[^>]*>/g, ''))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('ˋ', '`')
    .replaceAll(':tada:', '🎉')
    .replace(/\s+/g, ' ')
    .trim();

/** A small generator of numbers, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES =
  '* ** *** _ ~~ ~ ` `` ``` @ @** @_** @* # #** > $ $$ [ ] ( ) ]( ![ <time: http \\ | - --- + 1. / /me /poll : \n \n\n | a b word 🎉 é'
    .split(' ')
    .concat([' ', '    ', '\t', '\n- ', '\n> ', '\n# ', '\n```', '| - | - |', '\u0002', '\ue0000\ue001', '\ud800']);

describe('content of other chats', () => {
  it('[IR1] keeps any literal text literal, except that addresses become links', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 3000; round++) {
      const literal = Array.from({ length: 1 + random(12) }, () => PIECES[random(PIECES.length)]).join('');
      const html = htmlOf([paragraph([text(literal)])]);
      const shown = literal
        .toWellFormed()
        .replaceAll('\u0002', '')
        .replace(/[\ue000-\ue002]/g, '')
        .replace(/\s+/g, ' ')
        .trim();
      expect({ literal, words: words(html) }).toEqual({ literal, words: shown });
      expect({
        literal,
        html: html.replace(
          /<\/?p>|<br>|<a href="(?:https?|mailto):[^>]*>|<\/a>|<span[^>]*class="emoji[^>]*>:tada:<\/span>/g,
          '',
        ),
      }).toEqual({
        literal,
        html: expect.not.stringMatching(/<[a-z]/),
      });
    }
  });

  it('[IR1] keeps literal text literal between formatting, code and links', () => {
    const random = randomFrom(7);
    const styles: Style[] = ['bold', 'italic', 'strike'];
    const inline = (depth: number): Inline => {
      const literal = Array.from({ length: 1 + random(4) }, () => PIECES[random(PIECES.length)]).join('');
      const children = () => Array.from({ length: 1 + random(3) }, () => inline(depth + 1));
      const kind = depth > 2 ? 0 : random(5);
      if (kind === 1) return { kind: 'styled', style: styles[random(3)] as Style, children: children() };
      if (kind === 2) return { kind: 'code', text: `c${literal}d` };
      if (kind === 3) return { kind: 'link', url: `https://example.com/${literal}`, children: [text(`l${literal}`)] };
      return text(literal);
    };
    for (let round = 0; round < 2000; round++) {
      const children = Array.from({ length: 1 + random(4) }, () => inline(0));
      const html = htmlOf([paragraph(children)]);
      expect({ children, html }).toEqual({
        children,
        html: expect.not.stringMatching(
          /user-mention|class="stream"|katex|<time|<h\d|<blockquote|<li|<hr|<table|<img|codehilite/,
        ),
      });
    }
  });

  it('[IR2] converts the markup of Slack', () => {
    expect(mrkdwn('*bold* _it_ ~st~ `co*de*` _*both*_')).toBe('**bold** *it* ~~st~~ `co*de*` *\u200b**both**\u200b*');
    expect(bare(mrkdwn('2*3*4 and a_b_c'))).toBe('2*3*4 and a_b_c');
    expect(bare(mrkdwn('<@U1> a<@U1> <@U2|bob> <#C1|x> <!here> <!subteam^S1|@ops>'))).toBe(
      '«user U1» a«user U1» @bob «channel C1» @**all** @ops',
    );
    expect(mrkdwn('<https://x.com/?a=1&amp;b=2|see *it*> <https://t.slack.com/archives/C1/p1|m>')).toBe(
      '[see *it*](https://x.com/?a=1&b=2) «message C1/1»',
    );
    expect(mrkdwn('&gt; one\n&gt; *two*\nrest')).toBe('~~~quote\none\n**two**\n~~~\n\nrest');
    expect(mrkdwn('see ```\nif a &lt; b:\n  c\n``` ok')).toBe(
      'see\n\n```\nif a < b:\n  c\n```\n\n\u200b ok'.replace('\u200b ', ' '),
    );
    expect(mrkdwn('• a\n    ◦ b\n• c\n1. x\n2. y')).toBe('* a\n  * b\n* c\n\n1. x\n2. y');
    expect(mrkdwn(':thumbsup::skin-tone-2: :party: :nothing_such:')).toBe(':+1: :party: :nothing_such:');
    expect(mrkdwn('<!date^1392734382^{date}|Feb 18>')).toBe('<time:2014-02-18T14:39:42.000Z>');
    expect(bare(mrkdwn('<javascript:alert(1)|x>'))).toBe('<javascript:alert(1)|x>');
  });

  it('[IR2] converts rich text of Slack', () => {
    const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
    const elements = [
      section(
        { type: 'text', text: 'Hi ', style: { bold: true } },
        { type: 'user', user_id: 'U1' },
        { type: 'text', text: ' *not bold*\n\nnext ' },
        { type: 'link', url: 'https://x.com', text: 'x' },
        { type: 'broadcast', range: 'here' },
      ),
      { type: 'rich_text_list', style: 'ordered', indent: 0, elements: [section({ type: 'text', text: 'one' })] },
      { type: 'rich_text_list', style: 'bullet', indent: 1, elements: [section({ type: 'text', text: 'in' })] },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'let a = `b`;' }] },
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'q' }] },
    ];
    const blocks = readRichText([{ type: 'rich_text', elements }], names) ?? [];
    expect(bare(sourceOf(writeContent(blocks)))).toBe(
      '**Hi** «user U1» *not bold*\n\nnext [x](https://x.com)@**all**\n\n1. one\n  * in\n\n```\nlet a = `b`;\n```\n\n~~~quote\nq\n~~~',
    );
    expect(readRichText([{ type: 'section' }], names)).toBeNull();
  });

  it('[IR3] converts hostile text in linear time', async () => {
    const hostile = [
      '::',
      '*a _b ~c `',
      '*',
      '*a* ',
      '<:',
      '```',
      '> ',
      '[](',
      '    • x\n',
      '<@',
      '`` ` ',
      '|-|\n',
      ':a',
    ];
    for (const piece of hostile) {
      const source = piece.repeat(Math.ceil(40_000 / piece.length));
      const took_ms = await leastProcessorMs(500, () => writeContent(readMrkdwn(source, names)));
      expect({ piece, is_quick: took_ms < 500 }).toEqual({ piece, is_quick: true });
    }
  });

  it('[IR5] names topics by the beginning of a thread', () => {
    const topics = new TopicNames('imported from Slack');
    const name = (words: string, channel = 'C') => topics.add(channel, words, 86_400);
    expect(name('Lunch\n at  noon?')).toBe('Lunch at noon?');
    expect(name('lunch at NOON?')).toBe('lunch at NOON? (2)');
    expect(name('Lunch at noon?', 'D')).toBe('Lunch at noon?');
    expect(name('Imported from slack')).toBe('Imported from slack (2)');
    expect(name('\u202e \u0000')).toBe('Thread of 1970-01-02');
    const long = name(`${'word '.repeat(10)}${'🎉'.repeat(50)}`);
    expect(long).toBe(`${'word '.repeat(10).trim()}…`);
    expect([...name('🎉'.repeat(80))].length).toBe(60);
    expect([...name('🎉'.repeat(80))].length).toBe(60);
  });

  it('[IR7] finds emoji by the names of other chats', () => {
    expect(emojiByForeignName('thumbsup')).toEqual({ name: '+1', code: '1f44d' });
    expect(emojiByForeignName(':slightly_smiling_face:')?.code).toBe('1f642');
    expect(emojiByForeignName('wave::skin-tone-4')?.code).toBe('1f44b');
    expect(emojiByForeignName('flag-de')?.code).toBe('1f1e9-1f1ea');
    expect(emojiByForeignName('constructor')).toBeNull();
    expect(emojiByCharacters('👍🏽')).toEqual({ name: '+1', code: '1f44d' });
    expect(emojiByCharacters('❤️')?.code).toBe('2764');
    expect(emojiByCharacters('x')).toBeNull();
  });
});
