// Assembles the dialect on markdown-it: our block tree, inline rules and renderer. Has no rules of its own.
import createMarkdownIt, { type MarkdownIt, type StateCore } from 'markdown-it';
import { findAlerted } from './alert-words.ts';
import { BlockParser } from './block/block-parser.ts';
import { emitTokens } from './block/emit.ts';
import { takeFences } from './block/fences.ts';
import { blockLines } from './block/normalize.ts';
import { addPreviews } from './html/previews.ts';
import { addRenderRules } from './html/render-rules.ts';
import type { AutoSpan } from './inline/autolink.ts';
import { addInlineRules } from './inline/rules.ts';
import { scanSource } from './inline/scan.ts';
import { spans } from './inline/spans.ts';
import type { CompiledLinkifiers } from './linkifiers.ts';
import { type RenderState, stateOf } from './render-state.ts';
import type { RenderContext, Rendered, RendererHooks } from './types.ts';
import { findWidget } from './widgets.ts';

/** [MD93] Budgets per message, in characters, for TeX and highlighted code; the rest is plain. */
const MATH_BUDGET = 2000;
const HIGHLIGHT_BUDGET = 10_000;
const EMOJI_BUDGET = 1000;

function blocks(state: StateCore): void {
  const { default_code_block_language } = stateOf(state).context;
  const fenced = takeFences(blockLines(state.src), default_code_block_language);
  emitTokens(state, new BlockParser(fenced.fences).parseDocument(fenced.lines));
}

/** Text in which no inline rule, address, emoji or emoticon can begin. */
const PLAIN = /^(?:[\w ,+'-]|[.?!](?=[ ]|$))*$/;
const NONE: readonly AutoSpan[] = [];

/** [MD44] One search over all inline sources, separated by line ends: starting a search is the expensive part. */
function linkify(sources: readonly string[], linkifiers: CompiledLinkifiers | undefined): (readonly AutoSpan[])[] {
  if (!linkifiers || linkifiers.length === 0) return [];
  const found = linkifiers.findIn(sources.join('\n'));
  if (found.length === 0) return [];
  let next = 0;
  let start = 0;
  return sources.map((source) => {
    const own: AutoSpan[] = [];
    const end = start + source.length;
    for (; next < found.length && (found[next] as AutoSpan).start < end; next++) {
      const span = found[next] as AutoSpan;
      if (span.end <= end) own.push({ start: span.start - start, end: span.end - start, href: span.href });
    }
    start = end + 1;
    return own;
  });
}

function inlines(state: StateCore): void {
  const found = stateOf(state);
  const tokens = state.tokens.filter((token) => token.type === 'inline');
  const linkified = linkify(
    tokens.map((token) => token.content),
    found.context.linkifiers,
  );
  for (const [at, token] of tokens.entries()) {
    found.linkified = linkified[at] ?? NONE;
    token.children = [];
    if (found.linkified.length === 0 && PLAIN.test(token.content)) {
      const text = new state.Token('text', '', 0);
      text.content = token.content;
      token.children.push(text);
      continue;
    }
    found.quoted = token.meta?.quoted === true;
    found.scan = scanSource(token.content, found, false);
    state.md.inline.parse(token.content, state.md, state.env, token.children);
  }
}

function makeMarkdownIt(): MarkdownIt {
  const md = createMarkdownIt('zero');
  md.core.ruler.enableOnly([]);
  md.core.ruler.push('stoa_blocks', blocks);
  md.core.ruler.push('stoa_inlines', inlines);
  md.core.ruler.push('stoa_previews', (state) => addPreviews(state, stateOf(state)));
  addInlineRules(md);
  md.inline.ruler2.push('stoa_spans', (state) => {
    spans(state);
    return false;
  });
  addRenderRules(md);
  return md;
}

function newState(context: RenderContext, hooks: RendererHooks): RenderState {
  return {
    context,
    hooks,
    quoted: false,
    isAgain: false,
    linkified: [],
    scan: { code: null, closers: null, autos: [], nextAuto: 0, isLabel: false },
    user_ids: new Set(),
    group_ids: new Set(),
    upload_path_ids: new Set(),
    stream_wildcard: false,
    topic_wildcard: false,
    has_link: false,
    has_image: false,
    page_links: [],
    math_budget: MATH_BUDGET,
    highlight_budget: HIGHLIGHT_BUDGET,
    emoji_budget: EMOJI_BUDGET,
  };
}

const EMPTY: RenderContext = {};

/** Whether it is a /me message, a statement about its sender: its first paragraph is one, whatever follows. [MD61] */
export function isMeMessage(content: string, html: string): boolean {
  return content.startsWith('/me ') && html.startsWith('<p>/me ');
}

/** Creates a render function with the given highlighting and mathematics; without them code and formulas stay plain. */
export function createRenderer(hooks: RendererHooks): (content: string, context?: RenderContext) => Rendered {
  const md = makeMarkdownIt();
  return (content, context = EMPTY) => {
    const found = newState(context, hooks);
    const html = md.render(content, found).trim();
    return {
      html,
      mentioned_user_ids: [...found.user_ids],
      mentioned_group_ids: [...found.group_ids],
      stream_wildcard: found.stream_wildcard,
      topic_wildcard: found.topic_wildcard,
      is_me_message: isMeMessage(content, html),
      has_link: found.has_link,
      has_image: found.has_image,
      page_links: found.page_links,
      has_attachment: found.upload_path_ids.size > 0,
      upload_path_ids: [...found.upload_path_ids],
      alert_word_user_ids: context.alert_words ? findAlerted(content, context.alert_words) : [],
      widget: findWidget(content),
    };
  };
}
