// The tree between source and tokens: elements with text before and after their children, as block parsing builds it.
import type { Fence } from './fences.ts';

/** Marks the place of a fenced block in the remaining text; removed from every source, so nobody can forge it. */
export const MARK = '\u0002';
export const MARK_END = '\u0003';

export interface Node {
  tag: string;
  /** Inline source before the first child. */
  text: string;
  children: Node[];
  /** Inline source after the element, inside its parent. */
  tail: string;
  attributes?: [string, string][];
  fence?: Fence;
}

export function makeNode(tag: string, text = ''): Node {
  return { tag, text, children: [], tail: '' };
}

export function addChild(parent: Node, tag: string, text = ''): Node {
  const child = makeNode(tag, text);
  parent.children.push(child);
  return child;
}

export function lastChild(parent: Node): Node | undefined {
  return parent.children.at(-1);
}
