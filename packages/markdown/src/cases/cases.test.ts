// The public cases of the dialect, byte for byte. spec/markdown.md explains the omitted ones.
import { describe, expect, it } from 'bun:test';
import { createHmac } from 'node:crypto';
import { compileLinkifiers, type RenderContext, render } from '../index.ts';
import ownCases from './own.json' with { type: 'json' };
import publicCases from './public.json' with { type: 'json' };

/** Cases from before feature level 451: an invalid time is now shown as written. */
const LEFT: ReadonlyMap<string, string> = new Map([
  ['timestamp_invalid_input', '<p>&lt;time:&lt;alert(1)&gt;&gt;</p>'],
  ['timestamp_incorrect', '<p>&lt;time:**hello world**&gt;</p>'],
  ['timestamp_unix_overflow', "<p>Let's meet at &lt;time:1234567890123&gt;.</p>"],
]);

/** The proxy address of the server that wrote the cases. */
function proxied(url: string): string {
  const digest = createHmac('sha1', 'dummy').update(url).digest('hex');
  return `https://external-content.zulipcdn.net/external_content/${digest}/${Buffer.from(url).toString('hex')}`;
}

const context: RenderContext = {
  realm_url: 'http://zulip.testserver',
  external_media_url: proxied,
  findUser: (_name, id) => (id === 7 ? { id: 7, full_name: 'Zoe' } : null),
};

interface Case {
  name: string;
  input: string;
  expected_output: string;
  translate_emoticons?: boolean;
}

describe('public cases', () => {
  for (const { name, input, expected_output, translate_emoticons } of publicCases.regular_tests as Case[]) {
    it(`[MD100] ${name}`, () => {
      const { html } = render(input, { ...context, translate_emoticons });
      expect(html).toBe(LEFT.get(name) ?? expected_output);
    });
  }
});

/** The link for an address without other markup. */
function linkTo(url: string): string {
  const address = url.replaceAll('&amp;', '&');
  const prefix = /^https?:/.test(address) ? '' : address.includes('@') ? 'mailto:' : 'http://';
  return `<a href="${prefix}${url}">${url}</a>`;
}

describe('public linkify cases', () => {
  for (const [text, expected, url] of publicCases.linkify_tests as [string, string, string][]) {
    it(`[MD42] ${text}`, () => {
      expect(render(text, context).html).toBe(url ? expected.replace('%s', () => linkTo(url)) : expected);
    });
  }
});

/** Sources covering the whole dialect, reviewed by hand. */
describe('own cases', () => {
  const own: RenderContext = {
    realm_url: 'https://chat.example',
    findUser: (name, id) => (name === 'Zoe' || id === 7 ? { id: 7, full_name: 'Zoe' } : null),
    findGroup: (name) => (name === 'ops' ? { id: 3, name, can_mention: true } : null),
    findChannel: (name) => (name === 'dev' ? { id: 5, name } : null),
    linkifiers: compileLinkifiers([{ id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' }]),
  };
  for (const [source, html] of ownCases as [string, string][]) {
    it(`[MD101] ${JSON.stringify(source)}`, () => expect(render(source, own).html).toBe(html));
  }
});
