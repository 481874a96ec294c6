// The state of one rendering: context and results so far. Passed through markdown-it as its env.
import type { StateCore, StateInline } from 'markdown-it';
import type { AutoSpan } from './inline/autolink.ts';
import type { RenderContext, RendererHooks } from './types.ts';

/** `width`: the number of backticks on each side. */
export interface CodeSpan {
  end: number;
  width: number;
}

/** Tables about an inline source, built before it is parsed. */
export interface Scan {
  /** Code spans by their start. */
  code: ReadonlyMap<number, CodeSpan> | null;
  /** At the position of `[` or `(`: the position of its closing bracket, or -1. */
  closers: Int32Array | null;
  autos: readonly AutoSpan[];
  nextAuto: number;
  /** Inside a link's text: no links, no emphasis, no emoji. */
  isLabel: boolean;
}

/** A type and not an interface, so that it is assignable to the env of markdown-it, which has an index signature. */
export type RenderState = {
  context: RenderContext;
  hooks: RendererHooks;
  /** Inside a quote: mentions notify nobody. */
  quoted: boolean;
  /** Text inside emphasis in its second and last pass. */
  isAgain: boolean;
  scan: Scan;
  /** Linkifier matches in the source being parsed. */
  linkified: readonly AutoSpan[];
  user_ids: Set<number>;
  group_ids: Set<number>;
  upload_path_ids: Set<string>;
  stream_wildcard: boolean;
  topic_wildcard: boolean;
  has_link: boolean;
  has_image: boolean;
  page_links: string[];
  /** Remaining budget for TeX, in characters. */
  math_budget: number;
  /** Remaining budget for highlighted code, in characters. */
  highlight_budget: number;
  /** Emoji that may still become elements, of a hundred bytes each. */
  emoji_budget: number;
};

export const stateOf = (state: StateCore | StateInline) => state.env as RenderState;
