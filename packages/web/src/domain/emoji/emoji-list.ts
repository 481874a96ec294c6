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

/** Search results: exact names first, then prefixes, then substrings; frequently used ones first in each. */
export function searchEmoji(
  all: readonly EmojiChoice[],
  query: string,
  limit: number,
  favourites: readonly string[] = [],
): EmojiChoice[] {
  const words = query.trim().toLowerCase().replace(/\s+/g, '_');
  const favourite = new Map(favourites.map((code, at) => [code, at]));
  const positionOf = ({ emoji_code }: EmojiChoice) => favourite.get(emoji_code) ?? favourites.length;
  const found: { choice: EmojiChoice; rank: number; position: number }[] = [];
  for (const choice of all) {
    const rank = Math.min(
      ...choice.aliases.map((name) => {
        const at = name.indexOf(words);
        return at < 0 ? 9 : name === words ? 0 : at === 0 ? 1 : name[at - 1] === '_' ? 2 : 3;
      }),
    );
    if (rank < 9) found.push({ choice, rank, position: positionOf(choice) });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.position - b.position)
    .slice(0, limit)
    .map(({ choice }) => choice);
}
