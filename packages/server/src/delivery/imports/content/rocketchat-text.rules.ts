// Rocket.Chat's text as content: single and double marks, links in two forms, names. Pure.
import { type Block, type Inline, text } from './content.ts';
import { type BlockFlavour, readMarkedBlocks } from './marked-blocks.rules.ts';
import { type Atom, type Flavour, matchAt, readMarkedText } from './marked-text.rules.ts';
import { type MarkdownNames, readNames } from './names-in-text.rules.ts';

export interface RocketChatNames extends MarkdownNames {
  /** A message by its address. */
  message(url: string): string | null;
}

const LABELLED = /!?\[([^\]\n]{0,1000})\]\(([^)\s]{1,4000})\)/y;
const BARRED = /<((?:https?|mailto):[^|>\s]{1,4000})\|([^>\n]{1,1000})>/y;
const ADDRESS = /https?:\/\/[^\s<>"]{1,4000}/y;
/** Not part of an address when at its end. */
const TRAILING = /[.,;:!?'*_~)\]]+$/;

function linkTo(url: string, shown: string, names: RocketChatNames): Inline {
  const id = names.message(url);
  if (id !== null) return { kind: 'reference', to: { kind: 'message', id, text: shown.trim() || url } };
  return { kind: 'link', url, children: shown === '' ? [] : [text(shown)] };
}

function atomAt(source: string, at: number, names: RocketChatNames): Atom | null {
  const labelled = matchAt(LABELLED, source, at);
  if (labelled) {
    const [whole, shown = '', url = ''] = labelled;
    return { nodes: [linkTo(url, shown, names)], end: at + whole.length };
  }
  const barred = matchAt(BARRED, source, at);
  if (barred) return { nodes: [linkTo(barred[1] as string, barred[2] as string, names)], end: at + barred[0].length };
  if (at > 0 && /[\p{L}\p{N}]/u.test(source[at - 1] as string)) return null;
  const address = matchAt(ADDRESS, source, at)?.[0].replace(TRAILING, '');
  return address ? { nodes: [linkTo(address, '', names)], end: at + address.length } : null;
}

function withNames(nodes: readonly Inline[], names: RocketChatNames): Inline[] {
  return nodes.flatMap((node): readonly Inline[] => {
    if (node.kind === 'text') return readNames(node.text, names);
    return node.kind === 'styled' ? [{ ...node, children: withNames(node.children, names) }] : [node];
  });
}

export function readRocketChatText(source: string, names: RocketChatNames): Block[] {
  const inline: Flavour = {
    marks: [
      ['**', 'bold'],
      ['__', 'italic'],
      ['~~', 'strike'],
      ['*', 'bold'],
      ['_', 'italic'],
      ['~', 'strike'],
    ],
    within_words: new Set(),
    across_lines: false,
    atom_starts: '![<h',
    decode: (literal) => literal,
    atom: (whole, at) => atomAt(whole, at, names),
  };
  const flavour: BlockFlavour = {
    quote: /^> ?(.*)$/,
    quote_rest: null,
    bullets: /^([ \t]*)[-*][ \t]+(\S.*)$/,
    heading_levels: 6,
    has_languages: true,
    inline: (line) => withNames(readMarkedText(line, inline), names),
    decode: (literal) => literal,
  };
  return readMarkedBlocks(source, flavour);
}
