// What one rendering knows and has found so far; travels through markdown-it as its env.

import type { AutoSpan } from './inline/autolink.ts';
import type { RenderContext, RendererHooks } from './types.ts';

/** What is known about an inline source before it is walked. */
export interface Scan {
  /** Ends of code spans by their beginning. */
  code: ReadonlyMap<number, number> | null;
  /** By the position of `[` or `(`: the position of the one that closes it, or -1. */
  closers: Int32Array | null;
  autos: readonly AutoSpan[];
  nextAuto: number;
  /** Inside a link's text: no links, no emphasis, no emoji. */
  isLabel: boolean;
}

export interface RenderState {
  context: RenderContext;
  hooks: RendererHooks;
  /** Inside a quote: mentions notify nobody. */
  quoted: boolean;
  /** Text inside emphasis that is parsed once more, and never a third time. */
  isAgain: boolean;
  scan: Scan;
  /** What the organization's linkifiers match in the source being parsed. */
  linkified: readonly AutoSpan[];
  user_ids: Set<number>;
  group_ids: Set<number>;
  upload_path_ids: Set<string>;
  stream_wildcard: boolean;
  topic_wildcard: boolean;
  has_link: boolean;
  has_image: boolean;
  /** TeX still allowed in this message, in characters. */
  math_budget: number;
  /** Code still coloured in this message, in characters. */
  highlight_budget: number;
}
