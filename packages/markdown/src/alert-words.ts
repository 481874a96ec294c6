// Finds the users whose alert words occur in a message, outside code blocks. The words are compiled once per map.
import { takeFences } from './block/fences.ts';
import { sourceLines } from './block/normalize.ts';

/** A node of a radix tree. At most two per word, however long: people choose their words themselves. */
interface Node {
  label: string;
  /** Keyed by the first character of their labels. */
  next: Map<string, Node> | null;
  /** Users whose word ends here. */
  user_ids: number[];
}

const newNode = (label: string): Node => ({ label, next: null, user_ids: [] });

const compiled = new WeakMap<ReadonlyMap<number, readonly string[]>, Node>();

function commonLength(label: string, word: string, at: number): number {
  let length = 0;
  while (length < label.length && label[length] === word[at + length]) length++;
  return length;
}

/** Splits a node's label: the first part becomes a new parent of the rest. */
function split(parent: Node, node: Node, length: number): Node {
  const first = newNode(node.label.slice(0, length));
  node.label = node.label.slice(length);
  first.next = new Map([[node.label[0] as string, node]]);
  parent.next?.set(first.label[0] as string, first);
  return first;
}

function addWord(root: Node, word: string, user_id: number): void {
  let node = root;
  let at = 0;
  while (at < word.length) {
    const start = word[at] as string;
    const existing: Node | undefined = node.next?.get(start);
    if (!existing) {
      const leaf = newNode(word.slice(at));
      node.next ??= new Map();
      node.next.set(start, leaf);
      node = leaf;
      break;
    }
    const length = commonLength(existing.label, word, at);
    at += length;
    node = length === existing.label.length ? existing : split(node, existing, length);
  }
  if (node !== root) node.user_ids.push(user_id);
}

function compile(words: ReadonlyMap<number, readonly string[]>): Node {
  const root = newNode('');
  for (const [user_id, list] of words) for (const word of list) addWord(root, word.trim().toLowerCase(), user_id);
  return root;
}

/** Allowed around a word: a space, an end, or punctuation that is no part of an address or a name. */
const EDGE = /[\s.,;:!?'"()[\]{}<>*_~`|]/;

/** [MD62] The users with a word in the text, whole and ignoring case. */
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
  for (const part of parts) findIn(part.toLowerCase(), root, found);
  return [...found];
}

function findIn(text: string, root: Node, found: Set<number>): void {
  for (let start = 0; start < text.length; start++) {
    if (start > 0 && !EDGE.test(text[start - 1] as string)) continue;
    let at = start;
    let node = root.next?.get(text[at] as string);
    while (node && text.startsWith(node.label, at)) {
      at += node.label.length;
      if (node.user_ids.length > 0 && (at >= text.length || EDGE.test(text[at] as string))) {
        for (const user_id of node.user_ids) found.add(user_id);
      }
      node = at < text.length ? node.next?.get(text[at] as string) : undefined;
    }
  }
}
