// The content of a message between the dialect of another chat and ours: converters produce it, the writer accepts it.
import type { ArchiveReference } from '../archive.ts';

export type Style = 'bold' | 'italic' | 'strike';

export type Inline =
  /** Literal text; line ends are line breaks. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'styled'; readonly style: Style; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly Inline[] }
  /** Our name of the emoji, or that of a custom emoji. */
  | { readonly kind: 'emoji'; readonly name: string }
  /** `@all`. */
  | { readonly kind: 'everyone' }
  /** A moment, in seconds. */
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'reference'; readonly to: ArchiveReference };

export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'spoiler'; readonly blocks: readonly Block[] }
  /** `first` is the number of the first item, or null for bullets. */
  | { readonly kind: 'list'; readonly first: number | null; readonly items: readonly (readonly Block[])[] }
  /** The first row is the header. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

export const text = (literal: string): Inline => ({ kind: 'text', text: literal });
export const paragraph = (children: readonly Inline[]): Block => ({ kind: 'paragraph', children });
export const boldParagraph = (words: string): Block =>
  paragraph([{ kind: 'styled', style: 'bold', children: [text(words)] }]);

type NameOf = (to: ArchiveReference) => string;

/** The words of inline content without markup, as in a topic's name. */
function plainText(children: readonly Inline[], nameOf: NameOf): string {
  return children.map((child) => wordsOf(child, nameOf)).join('');
}

function wordsOf(inline: Inline, nameOf: NameOf): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'styled':
    case 'link':
      return plainText(inline.children, nameOf);
    case 'emoji':
      return `:${inline.name}:`;
    case 'everyone':
      return '@all';
    case 'time':
      return new Date(inline.seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
    case 'reference':
      return nameOf(inline.to);
  }
}

/** The words of blocks, a line for each. */
export function plainBlocks(blocks: readonly Block[], nameOf: NameOf): string {
  const lines = blocks.map((block) => linesOf(block, nameOf));
  return lines.filter((line) => line !== '').join('\n');
}

function linesOf(block: Block, nameOf: NameOf): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainText(block.children, nameOf);
    case 'code':
      return block.text;
    case 'quote':
    case 'spoiler':
      return plainBlocks(block.blocks, nameOf);
    case 'list':
      return block.items.map((item) => plainBlocks(item, nameOf)).join('\n');
    case 'table':
      return block.rows.map((row) => row.map((cell) => plainText(cell, nameOf)).join(' ')).join('\n');
    case 'rule':
      return '';
  }
}
