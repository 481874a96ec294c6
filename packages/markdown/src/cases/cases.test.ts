// The public cases of the dialect, byte for byte. What is left out has its reason in spec/markdown.md.
import { describe, expect, it } from 'bun:test';
import { createHmac } from 'node:crypto';
import { type RenderContext, render } from '../index.ts';
import publicCases from './public.json' with { type: 'json' };

/** [MD100] The cases whose expected text is of an older level or another lexer; see the spec for each. */
const LEFT: ReadonlySet<string> = new Set([
  'timestamp_invalid_input',
  'timestamp_incorrect',
  'timestamp_unix_overflow',
  'codeblock_canonicalize_lang_alias',
  'tex_fenced_tex',
  'codeblock_hilite_shebang_feature_no_path_1',
  'codeblock_hilite_shebang_feature_no_path_2',
  'codeblock_hilite_shebang_feature_with_path',
  'codeblock_hilite_startinline_php',
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
      if (LEFT.has(name)) expect(html).not.toBe(expected_output);
      else expect(html).toBe(expected_output);
    });
  }
});

/** The link an address becomes when nothing is written around it. */
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
