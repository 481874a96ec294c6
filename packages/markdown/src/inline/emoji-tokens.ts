// Emoji in text: `:names:`, Unicode characters, and emoticons for users who want them. Also line ends.
import type { StateInline, Token } from 'markdown-it';
import { codeOfEmoji, emojiByName, emojiCodes, emoticons, extraEmoji } from '../emoji/emoji.ts';
import { safeUrl } from '../html/url.ts';
import { stateOf } from '../render-state.ts';
import type { RenderContext } from '../types.ts';
import { textToken } from './tokens.ts';

const NAME = /:[\p{L}\p{N}_+-]+:/gu;
const EMOTICON = /(?<![^\s,.;?!()[\]"'])(?:\(:|<3|[:;]\)|:[(|/DoOpP])(?![^\s,.;?!()[\]"'])/g;
/** A possible Unicode emoji: flags, or pictures with modifiers, joined by zero-width joiners. */
const ELEMENT = String.raw`(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\ufe0f\u20e3?|[\u{e0020}-\u{e007e}]+\u{e007f})?)`;
const POSSIBLE = new RegExp(String.raw`${ELEMENT}(?:\u200d${ELEMENT})*\ufe0e?`, 'gu');
/** [MD55] One character with text presentation by default, or any text with a text variation selector. */
const TEXT_SYMBOL = /^\P{EPres}$|\ufe0e$/u;
/** Whether a text can contain an emoji other than a digit, `#` or `*`. */
const PERHAPS = /[\u00a9\u00ae\u203c-\u3299\ud83c-\ud83e]|\ufe0f\u20e3/;

function unicodeEmoji(state: StateInline, name: string, code: string): Token {
  const label = name.replaceAll('_', ' ');
  const token = new state.Token('element', 'span', 0);
  token.attrs = [
    ['aria-label', label],
    ['class', `emoji emoji-${code}`],
    ['role', 'img'],
    ['title', label],
  ];
  token.content = `:${name}:`;
  return token;
}

function picture(state: StateInline, name: string, src: string): Token {
  const token = new state.Token('void', 'img', 0);
  token.attrs = [
    ['alt', `:${name}:`],
    ['class', 'emoji'],
    ['src', src],
    ['title', name.replaceAll('_', ' ')],
  ];
  return token;
}

/** [MD53] Custom emoji win over Unicode ones of the same name. */
function namedEmoji(state: StateInline, name: string, context: RenderContext): Token | null {
  const own = context.realm_emoji?.get(name)?.source_url ?? extraEmoji.get(name);
  const src = own === undefined ? null : safeUrl(own);
  if (src) return picture(state, name, src);
  const code = emojiByName.get(name);
  return code === undefined ? null : unicodeEmoji(state, name, code);
}

/** Splits the text tokens of a list; matches for which `make` returns null stay text. */
function split(state: StateInline, tokens: Token[], pattern: RegExp, make: (match: string) => Token | null): Token[] {
  const out: Token[] = [];
  for (const token of tokens) {
    if (token.type !== 'text') {
      out.push(token);
      continue;
    }
    let from = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(token.content); match; match = pattern.exec(token.content)) {
      const replacement = make(match[0]);
      if (!replacement) continue;
      if (match.index > from) out.push(textToken(state, token.content.slice(from, match.index)));
      out.push(replacement);
      from = match.index + match[0].length;
    }
    if (from === 0) out.push(token);
    else if (from < token.content.length) out.push(textToken(state, token.content.slice(from)));
  }
  return out;
}

/** [MD52] Names, then emoticons, then characters, then line ends. */
export function emojiTokens(state: StateInline, text: string): Token[] {
  const found = stateOf(state);
  const { context } = found;
  let tokens = [textToken(state, text)];
  const splitEmoji = (pattern: RegExp, make: (match: string) => Token | null) => {
    tokens = split(state, tokens, pattern, (match) => {
      const token = found.emoji_budget > 0 ? make(match) : null;
      if (token) found.emoji_budget--;
      return token;
    });
  };
  if (text.includes(':')) splitEmoji(NAME, (match) => namedEmoji(state, match.slice(1, -1), context));
  if (context.translate_emoticons)
    splitEmoji(EMOTICON, (match) => {
      const name = emoticons.get(match);
      return name ? namedEmoji(state, name, { ...context, realm_emoji: undefined }) : null;
    });
  if (PERHAPS.test(text))
    splitEmoji(POSSIBLE, (match) => {
      if (TEXT_SYMBOL.test(match)) return null;
      const code = codeOfEmoji(match);
      const name = emojiCodes.get(code)?.[0];
      return name ? unicodeEmoji(state, name, code) : null;
    });
  if (!text.includes('\n')) return tokens;
  return split(state, tokens, /\n/g, () => new state.Token('hardbreak', 'br', 0));
}
