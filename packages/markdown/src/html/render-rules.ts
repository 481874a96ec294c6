// Tokens to HTML: the only place that writes tags; all text passes through escape.ts.
import type { MarkdownIt, Token } from 'markdown-it';
import type { RenderState } from '../render-state.ts';
import { escapeAll, escapeLiteral, escapeText, writeAttributes } from './escape.ts';

type Attributes = [string, string | number][] | null;

const attributesOf = (token: Token) => writeAttributes(token.attrs as Attributes);

/** [MD32] A code block; highlighted if its language is known and the message's budget allows. */
function codeBlock(token: Token, found: RenderState): string {
  const { hooks } = found;
  const named = token.info;
  const code = `${token.content.replace(/^\n+/, '').trimEnd()}\n`;
  const language = named || shebangLanguage(code);
  let html: string | null = null;
  if (language && hooks.highlight && code.length <= found.highlight_budget) {
    found.highlight_budget -= code.length;
    html = hooks.highlight(code, language);
  }
  if (!named) return codeHtml('', html ?? escapeAll(code));
  const shown = hooks.languageName?.(named) ?? named;
  const body = (html ?? escapeAll(code)).replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  return codeHtml(` data-code-language="${escapeAll(shown)}"`, body);
}

const codeHtml = (attributes: string, body: string) =>
  `<div class="codehilite"${attributes}><pre><span></span><code>${body}</code></pre></div>`;

/** [MD33] A first line such as `#!/usr/bin/python` or `:::python` names the language of a block without one. */
function shebangLanguage(code: string): string {
  const match = /^(?:::+|#!)(?:(?:\/\w+)*[/ ])?([\w#.+-]*)/.exec(code.slice(0, 200));
  return match?.[1] ?? '';
}

/** [MD93] The cost of a formula: its characters, a fixed part, and more for each cell of a matrix. */
function mathCost(tex: string): number {
  let cost = 20 + tex.length;
  for (let at = 0; at < tex.length; at++) {
    const code = tex.charCodeAt(at);
    if (code === 0x26) cost += 15;
    else if (code === 0x5c && tex.charCodeAt(at + 1) === 0x5c) cost += 7;
  }
  return cost;
}

/** [MD50] An invalid formula is marked as such; one that can't be rendered, or exceeds the budget, is plain text. */
function math(token: Token, found: RenderState, display: boolean): string {
  const tex = token.content;
  const written = display ? escapeAll(tex).replaceAll('&#39;', '&#x27;') : ['$$', escapeText(tex), '$$'].join('');
  const cost = mathCost(tex);
  if (!found.hooks.math || cost > found.math_budget) return written;
  found.math_budget -= cost;
  return found.hooks.math(tex, display) ?? `<span class="tex-error">${written}</span>`;
}

export function addRenderRules(md: MarkdownIt): void {
  const { rules } = md.renderer;
  const at = (tokens: readonly Token[], index: number) => tokens[index] as Token;
  const state = (env: unknown) => env as RenderState;
  rules.text = (tokens, index) => escapeText(at(tokens, index).content);
  rules.literal = (tokens, index) => escapeLiteral(at(tokens, index).content);
  rules.newline = () => '\n';
  rules.hardbreak = () => '<br>\n';
  rules.code_inline = (tokens, index) => `<code>${escapeLiteral(at(tokens, index).content)}</code>`;
  rules.element = (tokens, index, options, env, self) => {
    const token = at(tokens, index);
    const inside = token.children ? self.renderInline(token.children, options, env) : escapeText(token.content);
    return `<${token.tag}${attributesOf(token)}>${inside}</${token.tag}>`;
  };
  rules.link = (tokens, index, options, env, self) =>
    at(tokens, index).hidden ? '' : (rules.element?.(tokens, index, options, env, self) ?? '');
  rules.void = (tokens, index) => `<${at(tokens, index).tag}${attributesOf(at(tokens, index))}>`;
  rules.audio = (tokens, index) => `<audio controls${attributesOf(at(tokens, index))}></audio>`;
  rules.math_inline = (tokens, index, _options, env) => math(at(tokens, index), state(env), false);
  rules.math_block = (tokens, index, _options, env) => {
    const parts = at(tokens, index).content.split('\n\n');
    return `<p>${parts.map((tex) => math({ content: tex } as Token, state(env), true)).join('\n\n')}</p>`;
  };
  rules.code_block = (tokens, index, _options, env) => codeBlock(at(tokens, index), state(env));
  rules.spoiler_open = () => '<div class="spoiler-block">';
  rules.spoiler_close = () => '</div>';
  rules['spoiler-header_open'] = () => '<div class="spoiler-header">\n';
  rules['spoiler-header_close'] = () => '</div>';
  rules['spoiler-content_open'] = () => '<div class="spoiler-content" aria-hidden="true">\n';
  rules['spoiler-content_close'] = () => '</div>';
  const wrapped = (inside: (token: Token) => string) => (tokens: readonly Token[], index: number) => {
    const token = at(tokens, index);
    const meta = token.meta as { className: string; link: [string, string][] };
    return `<div class="${escapeAll(meta.className)}"><a${writeAttributes(meta.link)}>${inside(token)}</a></div>`;
  };
  rules.preview_picture = wrapped((token) => `<img${attributesOf(token)}>`);
  rules.preview_video = wrapped((token) => `<video${attributesOf(token)}></video>`);
  for (const tag of ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'del']) {
    addTag(md, tag);
  }
  for (const tag of ['table', 'thead', 'tbody', 'tr', 'th', 'td']) addTag(md, tag);
}

function addTag(md: MarkdownIt, tag: string): void {
  md.renderer.rules[`${tag}_open`] = (tokens, index) => `<${tag}${attributesOf(tokens[index] as Token)}>`;
  md.renderer.rules[`${tag}_close`] = () => `</${tag}>`;
}
