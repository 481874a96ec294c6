// Mentions, channel links and emoji that text refers to by name. Pure.
import type { ArchiveReference } from '../archive.ts';
import { type Inline, text } from './content.ts';
import { emojiByForeignName } from './emoji-names.rules.ts';

/** Lookups of a converter by name; each returns null if the archive has no such object. */
export interface MarkdownNames {
  user(name: string): ArchiveReference | null;
  channel(name: string): ArchiveReference | null;
  customEmoji(name: string): string | null;
  /** Names that mention everybody. */
  readonly everyone: ReadonlySet<string>;
  /** The first character of a link to a channel. */
  readonly channel_sign: '~' | '#';
}

const NAME = /(?<![\p{L}\p{N}_@#~:.-])([@#~])([\p{L}\p{N}_.-]{1,100})|:([\p{L}\p{N}_+-]{1,100}):/gu;

export function readNames(source: string, names: MarkdownNames): Inline[] {
  const out: Inline[] = [];
  let from = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(source); match; match = NAME.exec(source)) {
    const found =
      match[3] === undefined ? readName(match[1] as string, match[2] as string, names) : emoji(match[3], names);
    if (found === null) {
      // The colon that ends one name may begin the next.
      if (match[3] !== undefined) NAME.lastIndex = match.index + match[0].length - 1;
      continue;
    }
    if (match.index > from) out.push(text(source.slice(from, match.index)));
    out.push(found.node);
    from = match.index + (match[3] === undefined ? 1 : 2) + found.length;
    NAME.lastIndex = from;
  }
  if (from < source.length) out.push(text(source.slice(from)));
  return out;
}

interface Found {
  readonly node: Inline;
  /** The length of the name: dots after it may end the sentence. */
  readonly length: number;
}

function readName(sign: string, written: string, names: MarkdownNames): Found | null {
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    const node =
      sign === '@' ? mention(name, names) : sign === names.channel_sign ? reference(names.channel(name)) : null;
    if (node !== null) return { node, length: name.length };
    if (!/[._-]$/.test(name)) return null;
  }
  return null;
}

const reference = (to: ArchiveReference | null): Inline | null => (to ? { kind: 'reference', to } : null);

function mention(name: string, names: MarkdownNames): Inline | null {
  return reference(names.user(name)) ?? (names.everyone.has(name.toLowerCase()) ? { kind: 'everyone' } : null);
}

function emoji(name: string, names: MarkdownNames): Found | null {
  const found = names.customEmoji(name) ?? emojiByForeignName(name)?.name;
  return found === undefined ? null : { node: { kind: 'emoji', name: found }, length: name.length };
}
