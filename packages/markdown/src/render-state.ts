// What one rendering knows and has found so far; travels through markdown-it as its env.

import type { AutoSpan } from './inline/autolink.ts';
import type { Scan } from './inline/scan.ts';
import type { RenderContext, RendererHooks } from './types.ts';

export interface RenderState {
  context: RenderContext;
  hooks: RendererHooks;
  /** Inside a quote: mentions notify nobody. */
  quoted: boolean;
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
