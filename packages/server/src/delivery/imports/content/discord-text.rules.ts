// Discord's text as content: either as Discord stores it, with ids between angle brackets, or as the exporter writes it, with
// names. Pure.
import type { ArchiveReference } from '../archive.ts';
import { type Block, type Inline, text } from './content.ts';
import { emojiByForeignName } from './emoji-names.rules.ts';
import { type BlockFlavour, readMarkedBlocks } from './marked-blocks.rules.ts';
import { type Atom, type Flavour, matchAt, readMarkedText } from './marked-text.rules.ts';

/** Lookups of a converter in the archive; each returns null if the archive has no such object. */
export interface DiscordNames {
  user(id: string): ArchiveReference | null;
  role(id: string): ArchiveReference | null;
  channel(id: string): ArchiveReference | null;
  emoji(id: string): string | null;
  /** A message by its address. */
  message(url: string): string | null;
  channelNamed(name: string): ArchiveReference | null;
  emojiNamed(name: string): string | null;
  /** The people and roles that the message mentions, by the name shown. */
  readonly mentioned: readonly (readonly [name: string, to: ArchiveReference])[];
}

const TIME_MAX = 8.64e12;
const BRACKETS = /<(?:@([!&]?)(\d{1,20})|#(\d{1,20})|a?:(\w{1,100}):(\d{1,20})|t:(-?\d{1,13})(?::\w)?)>/y;
const COMMAND = /<(\/[^:<>\n]{1,100}):\d{1,20}>/y;
const HIDDEN = /<(https?:\/\/[^\s<>]{1,4000})>/y;
const LABELLED = /\[([^[\]\n]{1,1000})\]\(<?(https?:\/\/[^()\s<>]{1,4000})>?\)/y;
const ADDRESS = /https?:\/\/[^\s<>"]{1,4000}/y;
/** Not part of an address when at its end. */
const TRAILING = /[.,;:!?'*_~|)\]]+$/;
const CHANNEL = /#([\p{L}\p{N}_-]{1,100})/uy;
const EMOJI = /:(\w{1,100}):/y;
const EVERYONE = /@(?:everyone|here)(?!\w)/y;
const WORD = /[\p{L}\p{N}_]/u;
/** A message that is hidden as a whole until it is clicked. */
const SPOILER = /^\s*\|\|((?:(?!\|\|)[\s\S])+)\|\|\s*$/;

const atom = (node: Inline, at: number, length: number): Atom => ({ nodes: [node], end: at + length });
const reference = (to: ArchiveReference): Inline => ({ kind: 'reference', to });

function linkTo(url: string, shown: string, names: DiscordNames): Inline {
  const id = names.message(url);
  if (id !== null) return reference({ kind: 'message', id, text: shown || url });
  return { kind: 'link', url, children: shown === '' ? [] : [text(shown)] };
}

function bracketed(source: string, at: number, names: DiscordNames): Atom | null {
  const found = matchAt(BRACKETS, source, at);
  if (found) {
    const [whole, kind, account, channel, emoji_name, emoji, seconds] = found;
    return atom(bracketedNode([kind ?? '', account, channel, emoji_name, emoji, seconds], names), at, whole.length);
  }
  const command = matchAt(COMMAND, source, at);
  if (command) return atom(text(command[1] as string), at, command[0].length);
  const hidden = matchAt(HIDDEN, source, at);
  return hidden && atom(linkTo(hidden[1] as string, '', names), at, hidden[0].length);
}

type Bracketed = readonly [kind: string, ...(string | undefined)[]];

function bracketedNode([kind, account, channel, emoji_name, emoji, seconds]: Bracketed, names: DiscordNames): Inline {
  if (account !== undefined) {
    const to = kind === '&' ? names.role(account) : names.user(account);
    return to ? reference(to) : text(kind === '&' ? '@unknown role' : '@unknown user');
  }
  if (channel !== undefined) {
    const to = names.channel(channel);
    return to ? reference(to) : text('#unknown channel');
  }
  if (emoji !== undefined) {
    const name = names.emoji(emoji);
    return name === null ? text(`:${emoji_name}:`) : { kind: 'emoji', name };
  }
  const moment = Number(seconds);
  return Math.abs(moment) < TIME_MAX ? { kind: 'time', seconds: moment } : text(`<t:${seconds}>`);
}

function mention(source: string, at: number, names: DiscordNames): Atom | null {
  const everyone = matchAt(EVERYONE, source, at);
  if (everyone) return atom({ kind: 'everyone' }, at, everyone[0].length);
  let best: readonly [string, ArchiveReference] | null = null;
  for (const mention of names.mentioned)
    if (mention[0].length > (best?.[0].length ?? 0) && source.startsWith(mention[0], at + 1)) best = mention;
  if (best === null || WORD.test(source[at + 1 + best[0].length] ?? '')) return null;
  return atom(reference(best[1]), at, best[0].length + 1);
}

function readName(source: string, at: number, names: DiscordNames): Atom | null {
  const isInWord = at > 0 && WORD.test(source[at - 1] as string);
  switch (source[at]) {
    case '@':
      return mention(source, at, names);
    case '#': {
      const found = isInWord ? null : matchAt(CHANNEL, source, at);
      const to = found && names.channelNamed(found[1] as string);
      return found && to ? atom(reference(to), at, found[0].length) : null;
    }
    case ':': {
      const found = matchAt(EMOJI, source, at);
      if (!found) return null;
      const name = names.emojiNamed(found[1] as string) ?? emojiByForeignName(found[1] as string)?.name;
      return name === undefined ? null : atom({ kind: 'emoji', name }, at, found[0].length);
    }
    default: {
      const address = isInWord ? undefined : matchAt(ADDRESS, source, at)?.[0].replace(TRAILING, '');
      return address ? atom(linkTo(address, '', names), at, address.length) : null;
    }
  }
}

function atomAt(source: string, at: number, names: DiscordNames): Atom | null {
  const sign = source[at];
  if (sign === '\\') {
    const escaped = source[at + 1];
    const isMark = escaped !== undefined && !/[A-Za-z0-9\s]/.test(escaped);
    return isMark
      ? atom(text(String.fromCodePoint(source.codePointAt(at + 1)!)), at, source.codePointAt(at + 1)! > 0xffff ? 3 : 2)
      : null;
  }
  if (sign === '<') return bracketed(source, at, names);
  if (sign !== '[') return readName(source, at, names);
  const labelled = matchAt(LABELLED, source, at);
  return labelled && atom(linkTo(labelled[2] as string, labelled[1] as string, names), at, labelled[0].length);
}

export function readDiscordText(source: string, names: DiscordNames): Block[] {
  const inline: Flavour = {
    marks: [
      ['**', 'bold'],
      // Underlined text, which has no counterpart.
      ['__', null],
      ['~~', 'strike'],
      ['*', 'italic'],
      ['_', 'italic'],
    ],
    within_words: new Set(['**', '__', '~~', '*']),
    across_lines: true,
    atom_starts: '\\<[@#:h',
    decode: (literal) => literal,
    atom: (whole, at) => atomAt(whole, at, names),
  };
  const flavour: BlockFlavour = {
    quote: /^> (.*)$/,
    quote_rest: /^>>> /,
    bullets: /^([ \t]*)[-*][ \t]+(\S.*)$/,
    heading_levels: 3,
    has_languages: true,
    inline: (line) => readMarkedText(line, inline),
    decode: (literal) => literal,
  };
  const hidden = SPOILER.exec(source);
  if (hidden) return [{ kind: 'spoiler', blocks: readMarkedBlocks(hidden[1] as string, flavour) }];
  return readMarkedBlocks(source, flavour);
}
