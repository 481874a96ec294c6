// What the rules for lists need of the parser that runs them.
import type { Node } from './nodes.ts';

/** What the blocks being parsed stand in: it decides whether text becomes a paragraph. */
export type State = 'list' | 'looselist' | 'detabbed' | 'blockquote' | '';

export interface BlockContext {
  readonly state: State;
  within(state: State, work: () => void): void;
  parseText(parent: Node, text: string): void;
  parseBlocks(parent: Node, blocks: string[]): void;
}
