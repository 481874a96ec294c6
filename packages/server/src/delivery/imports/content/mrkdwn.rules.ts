// Slack's text (mrkdwn) as content. Pure.
import type { ArchiveReference } from '../archive.ts';
import { type Block, type Inline, text } from './content.ts';
import { emojiByForeignName } from './emoji-names.rules.ts';
import { type BlockFlavour, readMarkedBlocks } from './marked-blocks.rules.ts';
import { type Atom, type Flavour, readMarkedText } from './marked-text.rules.ts';

/** Lookups of a converter in the archive; each returns null if the archive has no such object. */
export interface SlackNames {
  user(id: string): ArchiveReference | null;
  channel(id: string): ArchiveReference | null;
  customEmoji(name: string): string | null;
  /** A message by its address in Slack. */
  message(url: string): string | null;
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const decodeEntities = (literal: string) => literal.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity]!);

const ADDRESS = /^(?:https?|mailto|ftp|tel|sms|slack|skype|callto|file):/i;
const REFERENCE = /<([^<>\n]{1,4000})>/y;
const EMOJI = /:([^\s:]{1,100})(?:::skin-tone-\d)?:/y;
const TIME_MAX = 8.64e12;

export function slackEmoji(name: string, names: SlackNames): Inline {
  const custom = names.customEmoji(name);
  const known = custom === null ? emojiByForeignName(name) : null;
  if (custom === null && known === null) return text(`:${name}:`);
  return { kind: 'emoji', name: custom ?? (known?.name as string) };
}

export function slackLink(url: string, shown: string | null, names: SlackNames): Inline {
  const message = names.message(url);
  if (message !== null) return { kind: 'reference', to: { kind: 'message', id: message, text: shown ?? url } };
  return { kind: 'link', url, children: shown === null ? [] : [text(shown)] };
}

export function slackDate(seconds: number, fallback: string): Inline {
  return Math.abs(seconds) < TIME_MAX ? { kind: 'time', seconds } : text(fallback);
}

/** The inside of `<…>`. */
function reference(inside: string, names: SlackNames): Inline {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const shown = bar < 0 ? null : decodeEntities(inside.slice(bar + 1));
  const id = target.slice(1);
  if (target.startsWith('@')) {
    const to = names.user(id);
    return to ? { kind: 'reference', to } : text(`@${(shown ?? id).replace(/^@/, '')}`);
  }
  if (target.startsWith('#')) {
    const to = names.channel(id);
    return to ? { kind: 'reference', to } : text(`#${(shown || id).replace(/^#/, '')}`);
  }
  if (target.startsWith('!')) {
    const [command = '', ...rest] = id.split('^');
    if (/^(?:here|channel|everyone|group)$/.test(command)) return { kind: 'everyone' };
    if (command === 'date') return slackDate(Number(rest[0]), shown ?? '');
    if (!shown) return text(`@${rest[0] ?? command}`);
    return text(command === 'subteam' ? `@${shown.replace(/^@/, '')}` : shown);
  }
  const url = decodeEntities(target);
  if (ADDRESS.test(url)) return slackLink(url, shown, names);
  return text(decodeEntities(`<${inside}>`));
}

function inlineFlavour(names: SlackNames): Flavour {
  return {
    marks: [
      ['*', 'bold'],
      ['_', 'italic'],
      ['~', 'strike'],
    ],
    within_words: new Set(),
    across_lines: false,
    atom_starts: '<:',
    decode: decodeEntities,
    atom(source, at): Atom | null {
      const pattern = source[at] === '<' ? REFERENCE : EMOJI;
      pattern.lastIndex = at;
      const match = pattern.exec(source);
      if (!match) return null;
      const inside = match[1] as string;
      if (source[at] === '<') return { nodes: [reference(inside, names)], end: pattern.lastIndex };
      const emoji = slackEmoji(inside, names);
      return emoji.kind === 'emoji' ? { nodes: [emoji], end: pattern.lastIndex } : null;
    },
  };
}

export function readMrkdwn(source: string, names: SlackNames): Block[] {
  const inline = inlineFlavour(names);
  const flavour: BlockFlavour = {
    quote: /^(?:&gt;|>) ?(.*)$/,
    quote_rest: /^(?:&gt;|>){3} ?/,
    bullets: /^([ \t]*)(?:[•◦▪▫‣∙]|-(?= ))[ \t]*(\S.*)$/,
    heading_levels: 0,
    has_languages: false,
    inline: (line) => readMarkedText(line, inline),
    decode: decodeEntities,
  };
  return readMarkedBlocks(source, flavour);
}
