// The tree between source and tokens: elements with text before and after their children, as block parsing builds it.
import type { Fence } from './fences.ts';

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
