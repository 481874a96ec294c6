// Whose alert words occur in a message. Code blocks do not count. The words are compiled once per map.
import { takeFences } from './block/fences.ts';
import { sourceLines } from './block/normalize.ts';

interface Node {
  next: Map<string, Node>;
  user_ids: number[];
}

const compiled = new WeakMap<ReadonlyMap<number, readonly string[]>, Node>();

function compile(words: ReadonlyMap<number, readonly string[]>): Node {
  const root: Node = { next: new Map(), user_ids: [] };
  for (const [user_id, list] of words) {
    for (const word of list) {
      let node = root;
      for (const character of word.trim().toLowerCase()) {
        let next = node.next.get(character);
        if (!next) {
          next = { next: new Map(), user_ids: [] };
          node.next.set(character, next);
        }
        node = next;
      }
      if (node !== root) node.user_ids.push(user_id);
    }
  }
  return root;
}

/** What a word must stand between: a space, an end, or punctuation that is no part of an address or a name. */
const EDGE = /[\s.,;:!?'"()[\]{}<>*_~`|]/;

/** [MD62] The users one of whose words stands in the text, whole and in any case. */
export function findAlerted(content: string, words: ReadonlyMap<number, readonly string[]>): number[] {
  if (words.size === 0) return [];
  let root = compiled.get(words);
  if (!root) {
    root = compile(words);
    compiled.set(words, root);
  }
  const { lines, fences } = takeFences(sourceLines(content));
  const parts = [lines.join('\n')];
  for (const fence of fences) {
    if (fence.kind === 'quote') parts.push(fence.lines.join('\n'));
    else if (fence.kind === 'spoiler') parts.push(fence.header, fence.lines.join('\n'));
  }
  const found = new Set<number>();
  for (const part of parts) findIn([...part.toLowerCase()], root, found);
  return [...found];
}

function findIn(text: readonly string[], root: Node, found: Set<number>): void {
  for (let start = 0; start < text.length; start++) {
    if (start > 0 && !EDGE.test(text[start - 1] as string)) continue;
    let node: Node | undefined = root;
    for (let at = start; node; at++) {
      if (node.user_ids.length > 0 && (at >= text.length || EDGE.test(text[at] as string))) {
        for (const user_id of node.user_ids) found.add(user_id);
      }
      node = at < text.length ? node.next.get(text[at] as string) : undefined;
    }
  }
}
