// Puts the dialect together on markdown-it: our block tree, our inline rules, our renderer, and nothing of its own rules.
import createMarkdownIt, { type MarkdownIt, type StateCore } from 'markdown-it';
import { findAlerted } from './alert-words.ts';
import { BlockParser } from './block/block-parser.ts';
import { emitTokens } from './block/emit.ts';
import { takeFences } from './block/fences.ts';
import { separateHangingLists, sourceLines } from './block/normalize.ts';
import { addPreviews } from './html/previews.ts';
import { addRenderRules } from './html/render-rules.ts';
import { addInlineRules } from './inline/rules.ts';
import { scanSource } from './inline/scan.ts';
import { spans } from './inline/spans.ts';
import type { RenderState } from './render-state.ts';
import type { RenderContext, Rendered, RendererHooks } from './types.ts';
import { findWidget } from './widgets.ts';

/** [MD93] Characters of TeX and of coloured code per message; more is shown plain. */
const MATH_BUDGET = 2000;
const HIGHLIGHT_BUDGET = 10_000;

const stateOf = (state: StateCore) => state.env as unknown as RenderState;

function blocks(state: StateCore): void {
  const { default_code_block_language } = stateOf(state).context;
  const lines = separateHangingLists(sourceLines(state.src));
  const fenced = takeFences(lines, default_code_block_language);
  emitTokens(state, new BlockParser(fenced.fences).parseDocument(fenced.lines));
}

function inlines(state: StateCore): void {
  const found = stateOf(state);
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue;
    found.quoted = token.meta?.quoted === true;
    found.scan = scanSource(token.content, found, false);
    token.children = [];
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
    scan: { code: null, closers: null, autos: [], nextAuto: 0, isLabel: false },
    user_ids: new Set(),
    group_ids: new Set(),
    upload_path_ids: new Set(),
    stream_wildcard: false,
    topic_wildcard: false,
    has_link: false,
    has_image: false,
    math_budget: MATH_BUDGET,
    highlight_budget: HIGHLIGHT_BUDGET,
  };
}

const EMPTY: RenderContext = {};

/** [MD61] `/me` makes a message a statement about its sender when it is one paragraph. */
function isMeMessage(content: string, html: string): boolean {
  return content.startsWith('/me ') && html.startsWith('<p>') && html.endsWith('</p>');
}

/** A render function with the given colouring and mathematics; without them code and formulas stay plain. */
export function createRenderer(hooks: RendererHooks): (content: string, context?: RenderContext) => Rendered {
  const md = makeMarkdownIt();
  return (content, context = EMPTY) => {
    const found = newState(context, hooks);
    const html = md.render(content, found as unknown as Record<string, unknown>).trim();
    return {
      html,
      mentioned_user_ids: [...found.user_ids],
      mentioned_group_ids: [...found.group_ids],
      stream_wildcard: found.stream_wildcard,
      topic_wildcard: found.topic_wildcard,
      is_me_message: isMeMessage(content, html),
      has_link: found.has_link,
      has_image: found.has_image,
      has_attachment: found.upload_path_ids.size > 0,
      upload_path_ids: [...found.upload_path_ids],
      alert_word_user_ids: context.alert_words ? findAlerted(content, context.alert_words) : [],
      widget: findWidget(content),
    };
  };
}
