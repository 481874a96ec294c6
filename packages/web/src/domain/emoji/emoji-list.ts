// Emoji by name, loaded on first use; the organization's own come first.
import type { State } from '../../model/state/state.ts';
import { emojiText } from './emoji-text.ts';

export interface EmojiChoice {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  /** The characters, for Unicode emoji. */
  readonly text: string | null;
  readonly aliases: readonly string[];
}

/** A pronounceable name: some emoji have names like +1 first. */
export const spokenName = ({ aliases, emoji_name }: EmojiChoice) =>
  (aliases.find((name) => /^[a-z]/.test(name)) ?? emoji_name).replaceAll('_', ' ');

let unicode: readonly EmojiChoice[] | null = null;

/** Null until loaded. */
export const loadedEmoji = (): readonly EmojiChoice[] | null => unicode;

export async function loadEmoji(): Promise<readonly EmojiChoice[]> {
  if (unicode) return unicode;
  const { emojiCodes } = await import('@stoa/markdown/emoji');
  unicode = [...emojiCodes].map(([emoji_code, names]) => ({
    emoji_name: names[0]!,
    emoji_code,
    reaction_type: 'unicode_emoji' as const,
    text: emojiText(emoji_code),
    aliases: names,
  }));
  return unicode;
}

export function customEmoji(custom: State['realm_emoji']): EmojiChoice[] {
  return Object.values(custom)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }) => ({
      emoji_name: name,
      emoji_code: id,
      reaction_type: 'realm_emoji' as const,
      text: null,
      aliases: [name],
    }));
}

export const EMOJI_GROUPS = [
  'frequent',
  'custom',
  'smileys',
  'people',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;
export type EmojiGroup = (typeof EMOJI_GROUPS)[number];

/** The codes of a Unicode group, in order. */
export async function groupCodes(group: Exclude<EmojiGroup, 'frequent' | 'custom'>): Promise<readonly string[]> {
  const { emojiGroups } = await import('./emoji-order.ts');
  return emojiGroups[group].trim().split(/\s+/);
}

/** The emoji of the given codes that exist, in that order. */
export function chosenOf(all: readonly EmojiChoice[], codes: readonly string[]): EmojiChoice[] {
  const known = new Map(all.map((choice) => [choice.emoji_code, choice]));
  return codes.map((code) => known.get(code)).filter((choice) => choice !== undefined);
}

/** How well a name fits, 0 best; null if it doesn't. The name that lists show comes before the others. */
function fitOf(name: string, words: string, is_shown: boolean): number | null {
  const at = name.indexOf(words);
  if (at < 0) return null;
  if (name === words) return 0;
  const fit = at === 0 ? 1 : name[at - 1] === '_' ? 3 : 5;
  return is_shown ? fit : fit + 1;
}

/** Where frequently used emoji stop coming first: with names that only contain the query somewhere. */
const FAVOURITE_FIT = 2;

/** The other name by which an emoji was found; empty if the one that lists show fits too. */
export function otherNameFound({ emoji_name, aliases }: EmojiChoice, query: string): string {
  const words = query.trim().toLowerCase().replace(/\s+/g, '_');
  if (emoji_name.includes(words)) return '';
  return aliases.find((name) => name.startsWith(words)) ?? aliases.find((name) => name.includes(words)) ?? '';
}

/** Search results: exact names first, then frequently used ones, then prefixes, words and substrings. */
export function searchEmoji(
  all: readonly EmojiChoice[],
  query: string,
  limit: number,
  favourites: readonly string[] = [],
): EmojiChoice[] {
  const words = query.trim().toLowerCase().replace(/\s+/g, '_');
  const favourite = new Map(favourites.map((code, at) => [code, at]));
  const found: { choice: EmojiChoice; rank: number; position: number }[] = [];
  for (const choice of all) {
    const fits = choice.aliases.map((name) => fitOf(name, words, name === choice.emoji_name));
    const known = fits.filter((fit) => fit !== null);
    if (known.length === 0) continue;
    const fit = Math.min(...known);
    const position = favourite.get(choice.emoji_code) ?? favourites.length;
    const is_favourite = favourite.has(choice.emoji_code) && fit > 0 && fit <= FAVOURITE_FIT;
    found.push({ choice, rank: is_favourite ? 1 : fit, position });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.position - b.position)
    .slice(0, limit)
    .map(({ choice }) => choice);
}
