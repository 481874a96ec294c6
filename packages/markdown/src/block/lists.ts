// Bulleted and numbered lists, nested by two spaces or more, tight and loose. Works on lines, never on inline markup.
import type { BlockContext } from './block-context.ts';
import { addChild, lastChild, makeNode, type Node } from './nodes.ts';

const INDENT = 2;
const BULLET = /^ {0,1}[*+-] +(.*)/s;
const NUMBER = /^ {0,1}(\d+)\. +(.*)/s;
/** An indented item of either kind: it belongs to a list inside the item above. */
const NESTED = /^ {2,}(?:\d+\.|[*+-]) /;

const isList = (node: Node | undefined): boolean => node?.tag === 'ul' || node?.tag === 'ol';

function itemStart(tag: 'ul' | 'ol', line: string): { text: string; number: string } | null {
  const match = (tag === 'ul' ? BULLET : NUMBER).exec(line);
  if (!match) return null;
  return tag === 'ul'
    ? { text: match[1] as string, number: '' }
    : { text: match[2] as string, number: match[1] as string };
}

/** The items of a block; a part that begins with spaces belongs to the item before it. */
function itemsOf(tag: 'ul' | 'ol', block: string): { items: string[]; start: string } {
  const items: string[][] = [];
  let start = '1';
  for (const line of block.split('\n')) {
    const item = itemStart(tag, line);
    const last = items.at(-1);
    if (item) {
      if (items.length === 0 && tag === 'ol') start = item.number;
      items.push([item.text]);
    } else if (!last || (NESTED.test(line) && !(last[0] as string).startsWith('  '))) items.push([line]);
    else last.push(line);
  }
  return { items: items.map((lines) => lines.join('\n')), start };
}

/** Moves an item's text into a paragraph: a blank line made its list loose. */
function loosen(item: Node): void {
  if (item.text) {
    const paragraph = makeNode('p', item.text);
    item.text = '';
    item.children.unshift(paragraph);
  }
  const last = lastChild(item);
  if (last?.tail) {
    addChild(item, 'p', last.tail.trimStart());
    last.tail = '';
  }
}

/** [MD25] A block that begins with an item. Lists of one kind continue over blank lines and become loose. */
export function parseList(parser: BlockContext, parent: Node, block: string): boolean {
  const tag = BULLET.test(block) ? 'ul' : NUMBER.test(block) ? 'ol' : null;
  if (!tag) return false;
  const { items, start } = itemsOf(tag, block);
  const before = lastChild(parent);
  let list: Node;
  if (before?.tag === tag) {
    list = before;
    const last = lastChild(list);
    if (last) loosen(last);
    const item = addChild(list, 'li');
    parser.within('looselist', () => parser.parseBlocks(item, [items.shift() as string]));
  } else if (isList(parent)) {
    list = parent;
  } else {
    list = addChild(parent, tag);
    if (start !== '1') list.attributes = [['start', start]];
  }
  parser.within('list', () => {
    for (const text of items) {
      const last = lastChild(list);
      const target = text.startsWith('  ') && last ? last : addChild(list, 'li');
      parser.parseBlocks(target, [text]);
    }
  });
  return true;
}

/** Whether an indented block belongs to a list above it. */
export function indentedUnderList(parser: BlockContext, parent: Node, block: string): boolean {
  if (!block.startsWith('  ') || parser.state === 'detabbed') return false;
  return parent.tag === 'li' || isList(lastChild(parent));
}

/** The list or item at this indentation, and its number of levels. */
function descend(parser: BlockContext, parent: Node, block: string): { level: number; node: Node } {
  const depth = Math.floor((block.length - block.trimStart().length) / INDENT);
  let level = parser.state === 'list' ? 1 : 0;
  let node = parent;
  while (depth > level) {
    const child = lastChild(node);
    if (!child || !(isList(child) || child.tag === 'li')) break;
    if (isList(child)) level++;
    node = child;
  }
  return { level, node };
}

function outdent(block: string, width: number): string {
  const prefix = ' '.repeat(width);
  return block
    .split('\n')
    .map((line) => (line.startsWith(prefix) ? line.slice(width) : line))
    .join('\n');
}

/** [MD26] An item indented more than one level below its parent is nested one level. */
function outdentItem(block: string): string {
  const width = block.length - block.trimStart().length;
  if (width < INDENT || !NESTED.test(block)) return block;
  return outdent(block, width);
}

/** [MD27] An indented block continues the item at its indentation. */
export function parseIndented(parser: BlockContext, parent: Node, block: string): void {
  const { level, node } = descend(parser, parent, block);
  const inner = outdentItem(outdent(block, level * INDENT));
  parser.within('detabbed', () => {
    if (parent.tag === 'li') {
      const last = lastChild(parent);
      parser.parseBlocks(last && isList(last) ? last : parent, [inner]);
    } else if (node.tag === 'li') {
      parser.parseBlocks(node, [inner]);
    } else if (lastChild(node)?.tag === 'li') {
      const item = lastChild(node) as Node;
      if (item.text) {
        item.children.unshift(makeNode('p', item.text));
        item.text = '';
      }
      parser.parseText(item, inner);
    } else {
      parser.parseBlocks(addChild(node, 'li'), [inner]);
    }
  });
}
