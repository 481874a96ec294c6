// The part of the parser that list rules need.
import type { Node } from './nodes.ts';

/** The container of the blocks being parsed: it decides whether text becomes a paragraph. */
export type State = 'list' | 'looselist' | 'detabbed' | 'blockquote' | '';

export interface BlockContext {
  readonly state: State;
  within(state: State, work: () => void): void;
  parseText(parent: Node, text: string): void;
  parseBlocks(parent: Node, blocks: string[]): void;
}
